package dev.plumbline.pprof;

import dev.plumbline.profile.Attribute;
import dev.plumbline.profile.Attributes;
import dev.plumbline.profile.Link;
import dev.plumbline.profile.Profile;
import dev.plumbline.profile.Resource;
import dev.plumbline.profile.Sample;
import dev.plumbline.profile.StackTrace;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Samples of one file: what several profiles say of the same stack, labels and link becomes one
 * sample with a value in each column. Confined to the encoder's thread.
 */
final class PprofSamples {
  /** What tells processes and services of one file apart. */
  private static final List<String> RESOURCE_LABELS =
      Arrays.asList("service.name", "process.pid", "container.name", "k8s.pod.name");

  private final PprofTables tables;
  private final int columns;
  private final boolean labelResources;
  private final Map<List<Object>, long[]> valuesByIdentity = new LinkedHashMap<>();
  private final Map<String, String> unitsByKey = new HashMap<>();

  PprofSamples(PprofTables tables, int columns, boolean labelResources) {
    this.tables = tables;
    this.columns = columns;
    this.labelResources = labelResources;
  }

  /**
   * @param cpuTimeColumn also gets value × period; -1 for none
   */
  void add(Profile profile, int column, int cpuTimeColumn) {
    Attributes resourceLabels = labelResources ? labelsOf(profile.resource()) : Attributes.EMPTY;
    for (Sample sample : profile.samples()) {
      List<Object> identity =
          Arrays.asList(
              sample.stackTrace(), resourceLabels.with(sample.attributes()), sample.link());
      long[] values = valuesByIdentity.computeIfAbsent(identity, absent -> new long[columns]);
      values[column] = saturatedSum(values[column], sample.value());
      if (cpuTimeColumn >= 0) {
        long nanos = saturatedProduct(sample.value(), profile.type().period());
        values[cpuTimeColumn] = saturatedSum(values[cpuTimeColumn], nanos);
      }
    }
  }

  int sampleCount() {
    return valuesByIdentity.size();
  }

  /** Sample: location_id 1, value 2, label 3. */
  void write(ProtoWriter out) {
    for (Map.Entry<List<Object>, long[]> entry : valuesByIdentity.entrySet()) {
      List<Object> identity = entry.getKey();
      long[] locations = tables.locationsOf((StackTrace) identity.get(0));
      out.message(
          2,
          message -> {
            message.packed(1, locations);
            message.packed(2, entry.getValue());
            for (Attribute label : (Attributes) identity.get(1)) {
              writeLabel(message, label);
            }
            writeLink(message, (Link) identity.get(2));
          });
    }
  }

  private static Attributes labelsOf(Resource resource) {
    List<Attribute> labels = new ArrayList<>();
    for (String key : RESOURCE_LABELS) {
      Attribute attribute = resource.attributes().get(key);
      if (attribute != null) {
        labels.add(attribute);
      }
    }
    return Attributes.of(labels);
  }

  /** Label: key 1, str 2, num 3, num_unit 4. A key keeps the unit of its first number. */
  private void writeLabel(ProtoWriter out, Attribute label) {
    boolean number = label.value() instanceof Long;
    String unit = number ? label.unit() : "";
    if (number) {
      String first = unitsByKey.putIfAbsent(label.key(), unit);
      number = first == null || first.equals(unit);
    }
    if (number && (Long) label.value() != 0) {
      writeNumber(out, label.key(), (Long) label.value(), unit);
    } else {
      writeText(out, label.key(), unit.isEmpty() ? text(label) : text(label) + " " + unit);
    }
  }

  private void writeNumber(ProtoWriter out, String key, long value, String unit) {
    long keyIndex = tables.string(key);
    long unitIndex = tables.string(unit);
    out.message(
        3,
        message -> {
          message.varint(1, keyIndex);
          message.varint(3, value);
          message.varint(4, unitIndex);
        });
  }

  private void writeText(ProtoWriter out, String key, String value) {
    long keyIndex = tables.string(key);
    long valueIndex = tables.string(value);
    out.message(
        3,
        message -> {
          message.varint(1, keyIndex);
          message.varint(2, valueIndex);
        });
  }

  private static String text(Attribute label) {
    return label.value() instanceof List
        ? String.join(",", strings((List<?>) label.value()))
        : label.value().toString();
  }

  private static List<String> strings(List<?> values) {
    List<String> strings = new ArrayList<>();
    for (Object value : values) {
      strings.add(value.toString());
    }
    return strings;
  }

  private void writeLink(ProtoWriter out, Link link) {
    if (!link.isNone()) {
      writeText(out, "trace_id", hex(link.traceIdHigh()) + hex(link.traceIdLow()));
      writeText(out, "span_id", hex(link.spanId()));
    }
  }

  private static String hex(long value) {
    String digits = Long.toHexString(value);
    return "0000000000000000".substring(digits.length()) + digits;
  }

  private static long saturatedSum(long a, long b) {
    long sum = a + b;
    return ((a ^ sum) & (b ^ sum)) < 0 ? (a < 0 ? Long.MIN_VALUE : Long.MAX_VALUE) : sum;
  }

  private static long saturatedProduct(long a, long b) {
    try {
      return Math.multiplyExact(a, b);
    } catch (ArithmeticException ignored) {
      // The true product does not fit; the largest value of its sign is the nearest one.
      return (a < 0) == (b < 0) ? Long.MAX_VALUE : Long.MIN_VALUE;
    }
  }
}
