package dev.plumbline.otlp;

import dev.plumbline.otlp.oracle.DecodedRequest;
import dev.plumbline.profile.Attribute;
import dev.plumbline.profile.Frame;
import dev.plumbline.profile.FrameType;
import dev.plumbline.profile.Profile;
import dev.plumbline.profile.ProfileType;
import dev.plumbline.profile.ProfileWindow;
import dev.plumbline.profile.Sample;
import dev.plumbline.profile.StackTrace;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What must come out of the encoder, said a second time without tables, indexes or care for speed:
 * total value by everything that tells samples apart. Windows and decoded requests both become it.
 */
final class ReferenceWindow {
  /** What tells samples apart. */
  record Key(
      String service,
      String type,
      List<DecodedRequest.RowFrame> stack,
      Map<String, Object> attributes,
      DecodedRequest.Link link) {}

  private ReferenceWindow() {}

  static Map<Key, BigInteger> of(List<DecodedRequest> requests) {
    Map<Key, BigInteger> totals = new HashMap<>();
    for (DecodedRequest request : requests) {
      for (DecodedRequest.Row row : request.rows()) {
        Key key =
            new Key(row.service(), row.profileType(), row.stack(), row.attributes(), row.link());
        totals.merge(key, BigInteger.valueOf(row.value()), BigInteger::add);
      }
    }
    return totals;
  }

  static Map<Key, BigInteger> of(ProfileWindow window) {
    Map<Key, BigInteger> totals = new HashMap<>();
    for (Profile profile : window.profiles()) {
      String service = text(profile.resource().serviceName(), 2_048);
      BigInteger total = BigInteger.ZERO;
      for (Sample sample : profile.samples()) {
        BigInteger value = BigInteger.valueOf(sample.value());
        BigInteger scaled = total.add(value).multiply(factor(profile.type()));
        if (value.signum() > 0 && scaled.bitLength() < Long.SIZE) {
          total = total.add(value);
          totals.merge(key(service, profile.type(), sample), value, BigInteger::add);
        }
      }
    }
    return totals;
  }

  private static BigInteger factor(ProfileType type) {
    boolean cpu = type.equals(Windows.CPU);
    return cpu ? BigInteger.valueOf(type.period()) : BigInteger.ONE;
  }

  private static Key key(String service, ProfileType type, Sample sample) {
    String types =
        word(type.type())
            + "/"
            + type.unit()
            + " per "
            + word(type.periodType())
            + "/"
            + type.periodUnit();
    String ids = sample.link().isNone() ? "/" : sample.link().toString();
    DecodedRequest.Link link =
        new DecodedRequest.Link(
            ids.substring(0, ids.indexOf('/')), ids.substring(ids.indexOf('/') + 1));
    return new Key(service, types, stack(sample.stackTrace()), attributes(service, sample), link);
  }

  private static String word(String name) {
    String plain = name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9_]", "_");
    return plain.matches("[a-z].*") ? plain : "t_" + plain;
  }

  private static Map<String, Object> attributes(String service, Sample sample) {
    Map<String, Object> kept = new TreeMap<>();
    Map<String, String> plain = new HashMap<>();
    Set<String> keys = new HashSet<>();
    plain.put("service_name", service);
    for (Attribute attribute : sample.attributes()) {
      String key = text(attribute.key(), 1_024);
      Object value = value(attribute.value());
      String earlier = plain.get(key.replace('.', '_'));
      boolean collides = earlier != null && !earlier.equals(value.toString());
      if (!value.equals("") && !collides && keys.add(key)) {
        kept.put(key, value);
        plain.putIfAbsent(key.replace('.', '_'), value.toString());
      }
    }
    return kept;
  }

  private static Object value(Object value) {
    if (value instanceof Long) {
      return value;
    }
    if (value instanceof List<?> list) {
      String joined =
          list.stream().map(e -> text(e.toString(), 2_048)).collect(Collectors.joining(", "));
      return text(joined, 2_048);
    }
    return text(value.toString(), 2_048);
  }

  private static List<DecodedRequest.RowFrame> stack(StackTrace trace) {
    List<DecodedRequest.RowFrame> frames = new ArrayList<>();
    int kept = trace.depth();
    if (kept > 1_000) {
      kept = 999;
      while (kept > 0 && oneLocation(trace.frame(kept - 1), trace.frame(kept))) {
        kept--;
      }
      kept = kept == 0 ? 999 : kept;
    }
    for (Frame frame : trace.frames().subList(0, kept)) {
      frames.add(frame(frame));
    }
    if (kept < trace.depth()) {
      frames.add(pseudo("[truncated]"));
    }
    return frames.isEmpty() ? List.of(pseudo("[no stack]")) : frames;
  }

  private static boolean oneLocation(Frame inner, Frame outer) {
    return inner.inlined()
        && inner.address() != 0
        && !inner.functionName().isEmpty()
        && !outer.functionName().isEmpty()
        && !inner.type().equals(FrameType.JVM)
        && List.of(inner.address(), inner.mapping(), inner.type())
            .equals(List.of(outer.address(), outer.mapping(), outer.type()));
  }

  private static DecodedRequest.RowFrame pseudo(String name) {
    return new DecodedRequest.RowFrame(name, name, "", 0, "native", "", 0);
  }

  private static DecodedRequest.RowFrame frame(Frame frame) {
    boolean jvm = frame.type().equals(FrameType.JVM);
    String type = frame.type().word();
    String mapping = jvm ? "" : frame.mapping().fileName();
    long address = jvm ? 0 : frame.address();
    if (frame.functionName().isEmpty() && !jvm) {
      return new DecodedRequest.RowFrame("", "", "", 0, type, mapping, address);
    }
    String function = frame.functionName().isEmpty() ? "[unknown]" : text(frame.functionName());
    String system = frame.systemName().isEmpty() ? function : text(frame.systemName());
    return new DecodedRequest.RowFrame(
        function, system, text(frame.fileName()), frame.line(), type, mapping, address);
  }

  private static String text(String text) {
    return text(text, 65_535);
  }

  private static String text(String text, int maxBytes) {
    StringBuilder kept = new StringBuilder();
    int bytes = 0;
    for (int point : text.codePoints().toArray()) {
      boolean lone = point >= 0xD800 && point <= 0xDFFF;
      String character = Character.toString(lone ? 0xFFFD : point);
      bytes += character.getBytes(StandardCharsets.UTF_8).length;
      if (bytes > maxBytes) {
        break;
      }
      kept.append(character);
    }
    return kept.toString();
  }
}
