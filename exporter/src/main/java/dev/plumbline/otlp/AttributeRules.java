package dev.plumbline.otlp;

import dev.plumbline.profile.Attribute;
import dev.plumbline.profile.Attributes;
import dev.plumbline.profile.Resource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What of the attributes of a resource, its scopes and its samples may be sent (§8, B and item 36,
 * of the OTLP study).
 *
 * <p><b>Collisions.</b> Some receivers replace {@code .} in keys by {@code _} and refuse a whole
 * profile in which two keys then are equal and their values are not. The first one stays: resource
 * before scope before sample, and in each the order of the keys, in which a dotted key stands
 * before its twin with {@code _}. The other is left out and counted. Equal values may stay both. So
 * {@code service.name} stands on a sample only if it equals the resource's.
 *
 * <p>Immutable.
 */
final class AttributeRules {
  /** Most attributes in the list of one sample. */
  static final int MAX_SAMPLE_ATTRIBUTES = 100;

  /**
   * Which keys stay when there are too many: earlier beginnings first. The empty one stands for all
   * others, such as those that a user configured.
   */
  private static final String[] KEPT_FIRST = {
    Resource.SERVICE_NAME,
    "service.",
    "deployment.",
    "k8s.",
    "container.",
    "host.name",
    "process.pid",
    "process.executable.name",
    "",
    "process.",
    "host.",
    "os.",
    "telemetry."
  };

  private final AttributeFilter filter;
  private final int maxAttributes;
  private final AttributeKinds kinds;

  AttributeRules(AttributeFilter filter, int maxAttributes, AttributeKinds kinds) {
    this.filter = filter;
    this.maxAttributes = maxAttributes;
    this.kinds = kinds;
  }

  /** Attributes of a resource, {@code service.name} always among them. */
  KeptAttributes ofResource(Resource resource) {
    Attributes named = resource.attributes().with(serviceName(resource));
    return limited(named, new HashMap<>(), maxAttributes);
  }

  /** Attributes of a scope of that resource; what the resource uses of the limit is gone. */
  KeptAttributes ofScope(Attributes attributes, KeptAttributes resource) {
    int room = Math.max(0, maxAttributes - resource.size());
    return limited(attributes, byPlainKey(resource, KeptAttributes.NONE), room);
  }

  /**
   * Attributes of a sample.
   *
   * @param taken {@link #byPlainKey} of the sample's resource and scope; not changed
   */
  KeptAttributes ofSample(Attributes attributes, Map<String, Attribute> taken) {
    Map<String, Attribute> own = new HashMap<>();
    List<Attribute> kept = new ArrayList<>();
    for (Attribute attribute : attributes) {
      Attribute clean = CleanAttribute.of(attribute, kinds);
      if (clean == null || kept.size() == MAX_SAMPLE_ATTRIBUTES) {
        continue;
      }
      String plainKey = plainKey(clean.key());
      Attribute outer = taken.get(plainKey);
      if ((outer == null || sameText(outer, clean)) && admits(own, plainKey, clean)) {
        kept.add(clean);
      }
    }
    return new KeptAttributes(kept, attributes.size() - kept.size());
  }

  /** Attributes of a profile or a mapping, which receivers do not turn into labels. */
  static KeptAttributes ofEntry(Attributes attributes) {
    List<Attribute> kept = new ArrayList<>();
    String last = "";
    for (Attribute attribute : attributes) {
      Attribute clean = CleanAttribute.of(attribute, AttributeKinds.ALL);
      // Only keys cut to the same beginning can be equal, and these are neighbours.
      if (clean != null && !clean.key().equals(last)) {
        kept.add(clean);
        last = clean.key();
      }
    }
    return new KeptAttributes(kept, attributes.size() - kept.size());
  }

  /** What a resource and its scope occupy, by the key with {@code _} for {@code .}. */
  static Map<String, Attribute> byPlainKey(KeptAttributes resource, KeptAttributes scope) {
    Map<String, Attribute> taken = new HashMap<>();
    resource.attributes().forEach(a -> taken.putIfAbsent(plainKey(a.key()), a));
    scope.attributes().forEach(a -> taken.putIfAbsent(plainKey(a.key()), a));
    return taken;
  }

  private KeptAttributes limited(Attributes attributes, Map<String, Attribute> taken, int room) {
    List<Attribute> kept = new ArrayList<>();
    for (Attribute attribute : attributes) {
      boolean serviceName = attribute.key().equals(Resource.SERVICE_NAME);
      if (!serviceName && !filter.accepts(attribute.key())) {
        continue;
      }
      Attribute clean = CleanAttribute.of(attribute, kinds);
      if (clean != null && admits(taken, plainKey(clean.key()), clean)) {
        kept.add(clean);
      }
    }
    if (kept.size() > room) {
      kept.sort(Comparator.comparingInt(a -> rank(a.key())));
      kept = kept.subList(0, room);
      kept.sort(Comparator.comparing(Attribute::key));
    }
    return new KeptAttributes(kept, attributes.size() - kept.size());
  }

  private static boolean admits(Map<String, Attribute> taken, String plainKey, Attribute clean) {
    Attribute other = taken.putIfAbsent(plainKey, clean);
    return other == null || (!other.key().equals(clean.key()) && sameText(other, clean));
  }

  /** Receivers compare labels as text. */
  private static boolean sameText(Attribute one, Attribute other) {
    return one.value().toString().equals(other.value().toString());
  }

  private static Attribute serviceName(Resource resource) {
    Attribute given = resource.attributes().get(Resource.SERVICE_NAME);
    // A receiver looks for a string: a service that is called 42 is called "42".
    return given == null || given.value() instanceof String
        ? Attribute.of(Resource.SERVICE_NAME, resource.serviceName())
        : Attribute.of(Resource.SERVICE_NAME, given.value().toString());
  }

  private static String plainKey(String key) {
    return key.replace('.', '_');
  }

  private static int rank(String key) {
    int others = 0;
    for (int i = 0; i < KEPT_FIRST.length; i++) {
      if (KEPT_FIRST[i].isEmpty()) {
        others = i;
      } else if (key.startsWith(KEPT_FIRST[i])) {
        return i;
      }
    }
    return others;
  }
}
