package dev.plumbline.convert;

import dev.plumbline.pprof.PprofProfile;
import dev.plumbline.profile.Attribute;
import dev.plumbline.profile.Attributes;
import dev.plumbline.profile.Link;
import dev.plumbline.wire.Utf8Table;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A label set of a pprof profile as attributes: a key that stands once becomes a text or a number
 * with its unit, one that stands several times a list. A trace id and a span id together, as we
 * write them, are the sample's link. Immutable.
 */
final class PprofLabels {
  private static final int TRACE_DIGITS = 32;
  private static final int SPAN_DIGITS = 16;

  final Attributes attributes;
  final Link link;

  private PprofLabels(Attributes attributes, Link link) {
    this.attributes = attributes;
    this.link = link;
  }

  static PprofLabels of(PprofProfile profile, int set) {
    Map<String, List<Integer>> byKey = new LinkedHashMap<>();
    for (int label = 0; label < profile.labelCount(set); label++) {
      String key = profile.string(profile.labelKey(set, label));
      byKey.computeIfAbsent(key, absent -> new ArrayList<>()).add(label);
    }
    Link link = linkOf(profile, set);
    List<Attribute> attributes = new ArrayList<>();
    for (Map.Entry<String, List<Integer>> entry : byKey.entrySet()) {
      boolean said = !link.isNone() && isLinkKey(entry.getKey());
      if (!said && !entry.getKey().isEmpty()) {
        attributes.add(attribute(profile, set, entry.getKey(), entry.getValue()));
      }
    }
    return new PprofLabels(Attributes.of(attributes), link);
  }

  /** The link alone, without making attributes. */
  static Link linkOf(PprofProfile profile, int set) {
    String trace = null;
    String span = null;
    for (int label = 0; label < profile.labelCount(set); label++) {
      int key = profile.labelKey(set, label);
      if (isLinkKey(profile.strings(), key)) {
        boolean isTrace = profile.strings().isText(key, PprofAttributes.TRACE_ID);
        if (profile.isLabelNumber(set, label) || (isTrace ? trace : span) != null) {
          return Link.NONE;
        }
        String text = profile.string(profile.labelText(set, label));
        trace = isTrace ? text : trace;
        span = isTrace ? span : text;
      }
    }
    return trace == null || span == null ? Link.NONE : link(trace, span);
  }

  static boolean isLinkKey(Utf8Table strings, int key) {
    return strings.isText(key, PprofAttributes.TRACE_ID)
        || strings.isText(key, PprofAttributes.SPAN_ID);
  }

  private static boolean isLinkKey(String key) {
    return key.equals(PprofAttributes.TRACE_ID) || key.equals(PprofAttributes.SPAN_ID);
  }

  private static Attribute attribute(
      PprofProfile profile, int set, String key, List<Integer> labels) {
    if (labels.size() == 1) {
      int label = labels.get(0);
      return profile.isLabelNumber(set, label)
          ? Attribute.of(
              key, profile.labelNumber(set, label), profile.string(profile.labelUnit(set, label)))
          : Attribute.of(key, profile.string(profile.labelText(set, label)));
    }
    List<Long> numbers = new ArrayList<>();
    List<String> texts = new ArrayList<>();
    for (int label : labels) {
      if (profile.isLabelNumber(set, label)) {
        numbers.add(profile.labelNumber(set, label));
        texts.add(Long.toString(profile.labelNumber(set, label)));
      } else {
        texts.add(profile.string(profile.labelText(set, label)));
      }
    }
    return numbers.size() == labels.size()
        ? Attribute.ofLongs(key, numbers)
        : Attribute.ofStrings(key, texts);
  }

  /** {@link Link#NONE} unless both are in the form in which we write them. */
  static Link link(String trace, String span) {
    if (!isHex(trace, TRACE_DIGITS) || !isHex(span, SPAN_DIGITS)) {
      return Link.NONE;
    }
    long high = Long.parseUnsignedLong(trace.substring(0, 16), 16);
    long low = Long.parseUnsignedLong(trace.substring(16), 16);
    long spanId = Long.parseUnsignedLong(span, 16);
    return (high | low) == 0 || spanId == 0 ? Link.NONE : Link.of(high, low, spanId);
  }

  private static boolean isHex(String text, int digits) {
    if (text.length() != digits) {
      return false;
    }
    for (int i = 0; i < digits; i++) {
      char c = text.charAt(i);
      if ((c < '0' || c > '9') && (c < 'a' || c > 'f')) {
        return false;
      }
    }
    return true;
  }
}
