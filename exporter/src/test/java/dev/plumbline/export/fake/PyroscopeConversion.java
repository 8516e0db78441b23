package dev.plumbline.export.fake;

import dev.plumbline.export.fake.StoredProfile.StoredSample;
import dev.plumbline.otlp.oracle.DecodedRequest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What Pyroscope makes of a request (§5.1 of the OTLP study), after it has read it by the classes
 * of its own level. Whatever these rules let through is stored, right or wrong.
 */
final class PyroscopeConversion {
  private static final long HOUR_NANOS = 3_600_000_000_000L;
  private static final long TEN_MINUTES_NANOS = 600_000_000_000L;
  private static final int MAX_SAMPLES = 16_000;
  private static final int MAX_LABEL_NAMES = 30;
  private static final int MAX_LABEL_VALUE = 2_048;
  private static final int MAX_SAMPLE_LABELS = 100;

  private final int version;
  private final long nowUnixNanos;
  private final DecodedRequest request;

  /**
   * @param version major × 100 + minor
   */
  PyroscopeConversion(int version, long nowUnixNanos, DecodedRequest request) {
    this.version = version;
    this.nowUnixNanos = nowUnixNanos;
    this.request = request;
  }

  List<StoredProfile> convert() {
    if (!request.dictionarySet()) {
      throw new ConversionException("missing dictionary");
    }
    if (request.resources().isEmpty()) {
      throw new ConversionException("missing resource profiles");
    }
    List<StoredProfile> stored = new ArrayList<>();
    for (DecodedRequest.Resource resource : request.resources()) {
      for (DecodedRequest.Scope scope : resource.scopes()) {
        for (DecodedRequest.Profile profile : scope.profiles()) {
          if (!attributesAreInRange(profile)) {
            // The whole profile goes, and nobody is told.
            continue;
          }
          stored.add(convert(resource, scope, profile));
        }
      }
    }
    return stored;
  }

  private boolean attributesAreInRange(DecodedRequest.Profile profile) {
    int size = request.dictionary().attributes().size();
    return profile.samples().stream()
        .flatMap(sample -> sample.attributes().stream())
        .allMatch(index -> index >= 0 && index < size);
  }

  private StoredProfile convert(
      DecodedRequest.Resource resource,
      DecodedRequest.Scope scope,
      DecodedRequest.Profile profile) {
    if (!profile.sampleType().set()) {
      throw new ConversionException("sample type is required");
    }
    checkTime(profile.timeUnixNanos());
    if (profile.samples().size() > MAX_SAMPLES) {
      throw new ConversionException("profile has too many samples");
    }
    boolean hasPeriod = profile.periodType().set() && profile.period() != 0;
    String sampleType = string(profile.sampleType().type());
    String sampleUnit = string(profile.sampleType().unit());
    String periodType = hasPeriod ? string(profile.periodType().type()) : "";
    String periodUnit = hasPeriod ? string(profile.periodType().unit()) : "";
    if (sampleType.contains("-")) {
      throw new ConversionException("invalid sample type name " + sampleType);
    }
    boolean cpu =
        (sampleType + ":" + sampleUnit + ":" + periodType + ":" + periodUnit)
            .equals("samples:count:cpu:nanoseconds");
    String name = cpu ? "process_cpu" : version < 116 ? "process_cpu" : periodType;
    if (name.isEmpty()) {
      throw new ConversionException("invalid metric name");
    }
    String stored = cpu ? "cpu:nanoseconds" : sampleType + ":" + sampleUnit;
    long factor = cpu ? profile.period() : 1;
    Map<StoredSample, Long> merged = new LinkedHashMap<>();
    for (DecodedRequest.Sample sample : profile.samples()) {
      long value = value(sample, hasPeriod) * factor;
      if (value > 0) {
        merged.merge(
            new StoredSample(functions(sample.stack()), labels(sample), 0), value, Long::sum);
      }
    }
    List<StoredSample> samples = new ArrayList<>();
    merged.forEach(
        (key, value) -> samples.add(new StoredSample(key.functions(), key.labels(), value)));
    return new StoredProfile(
        service(resource),
        name + ":" + stored + ":" + periodType + ":" + periodUnit,
        seriesLabels(resource, scope),
        samples);
  }

  private void checkTime(long timeUnixNanos) {
    if (timeUnixNanos != 0
        && (timeUnixNanos < nowUnixNanos - HOUR_NANOS
            || timeUnixNanos > nowUnixNanos + TEN_MINUTES_NANOS)) {
      throw new ConversionException("profile is not within the ingestion window");
    }
  }

  private static long value(DecodedRequest.Sample sample, boolean hasPeriod) {
    if (sample.values().isEmpty()) {
      if (sample.timestamps().isEmpty()) {
        throw new ConversionException("sample value is required");
      }
      return sample.timestamps().size();
    }
    if (sample.values().size() > 1 && hasPeriod) {
      throw new ConversionException("sample values length mismatch");
    }
    return sample.values().get(0);
  }

  private List<String> functions(int stack) {
    List<String> functions = new ArrayList<>();
    for (int index : at("stack", request.dictionary().stacks(), stack)) {
      DecodedRequest.Location location = at("location", request.dictionary().locations(), index);
      DecodedRequest.Mapping mapping =
          at("mapping", request.dictionary().mappings(), location.mapping());
      if (location.lines().isEmpty()) {
        functions.add(string(mapping.fileName()) + "!0x" + Long.toHexString(location.address()));
      }
      for (DecodedRequest.Line line : location.lines()) {
        functions.add(
            string(at("function", request.dictionary().functions(), line.function()).name()));
      }
    }
    return functions;
  }

  private Map<String, String> labels(DecodedRequest.Sample sample) {
    Map<String, String> labels = new TreeMap<>();
    for (int index : sample.attributes()) {
      DecodedRequest.Attribute attribute =
          at("attribute", request.dictionary().attributes(), index);
      put(labels, string(attribute.key()), attribute.value());
    }
    if (sample.link() != 0) {
      DecodedRequest.Link link = at("link", request.dictionary().links(), sample.link());
      labels.put("span_id", link.spanId());
      if (version >= 120) {
        labels.put("trace_id", link.traceId());
      }
    }
    if (labels.size() > MAX_SAMPLE_LABELS) {
      throw new ConversionException("sample has too many labels");
    }
    return labels;
  }

  private Map<String, String> seriesLabels(
      DecodedRequest.Resource resource, DecodedRequest.Scope scope) {
    Map<String, String> labels = new TreeMap<>();
    labels.put("__name__", "");
    labels.put("__delta__", "false");
    labels.put("__otel__", "true");
    for (DecodedRequest.InlineAttribute attribute : resource.attributes()) {
      put(labels, attribute.key(), attribute.value());
    }
    for (DecodedRequest.InlineAttribute attribute : scope.attributes()) {
      put(labels, attribute.key(), attribute.value());
    }
    labels.put("service_name", service(resource));
    if (labels.size() > MAX_LABEL_NAMES) {
      throw new ConversionException("max_label_names_per_series");
    }
    return labels;
  }

  /** Strings and, since 1.20, integers; all else and empty strings are passed over. */
  private void put(Map<String, String> labels, String key, Object value) {
    boolean isShown = value instanceof String || (value instanceof Long && version >= 120);
    String text = String.valueOf(value);
    if (!isShown || text.isEmpty() || key.isEmpty()) {
      return;
    }
    if (text.length() > MAX_LABEL_VALUE) {
      throw new ConversionException("label value is too long");
    }
    String name = version < 200 ? key.replace('.', '_') : key;
    String before = labels.putIfAbsent(name, text);
    if (before != null && !before.equals(text)) {
      throw new ConversionException("duplicate label names: " + name);
    }
  }

  private static String service(DecodedRequest.Resource resource) {
    Object service = DecodedRequest.value(resource.attributes(), "service.name");
    return service instanceof String && !((String) service).isEmpty()
        ? (String) service
        : "unknown_service";
  }

  private String string(int index) {
    return at("string", request.dictionary().strings(), index);
  }

  private static <T> T at(String table, List<T> entries, int index) {
    if (index < 0 || index >= entries.size()) {
      throw new ConversionException(table + " index " + index + " out of bounds");
    }
    return entries.get(index);
  }
}
