package dev.plumbline.otlp.oracle;

import com.google.protobuf.CodedOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * How many bytes a profile has after a receiver turned it into pprof (§3.1 and §4.3 of the OTLP
 * study): samples list their locations, labels are strings, tables hold what this profile uses.
 * Counted from the decoded request, with ids in the order of first use. Confined to one thread.
 */
final class PprofExpansion {
  private final DecodedRequest request;
  private final Map<Integer, Integer> locations = new HashMap<>();
  private final Map<Integer, Integer> functions = new HashMap<>();
  private final Map<Integer, Integer> mappings = new HashMap<>();
  private final Set<String> strings = new HashSet<>();
  private long bytes;

  private PprofExpansion(DecodedRequest request) {
    this.request = request;
  }

  static long bytes(DecodedRequest request, DecodedRequest.Profile profile) {
    PprofExpansion expansion = new PprofExpansion(request);
    profile.samples().forEach(expansion::sample);
    return expansion.bytes;
  }

  private void sample(DecodedRequest.Sample sample) {
    int ids = 0;
    for (int location : request.dictionary().stacks().get(sample.stack())) {
      ids += varint(location(location));
    }
    int body =
        message(ids) + message(varint(sample.values().isEmpty() ? 1 : sample.values().get(0)));
    for (Map.Entry<String, Object> label : request.attributes(sample.attributes()).entrySet()) {
      body += message(2 + varint(string(label.getKey())) + varint(string(label.getValue() + "")));
    }
    if (sample.link() != 0) {
      DecodedRequest.Link link = request.dictionary().links().get(sample.link());
      body += message(2 + varint(string("span_id")) + varint(string(link.spanId())));
      body += message(2 + varint(string("trace_id")) + varint(string(link.traceId())));
    }
    bytes += message(body);
  }

  private int location(int index) {
    Integer known = locations.get(index);
    if (known != null) {
      return known;
    }
    int id = locations.size() + 1;
    locations.put(index, id);
    DecodedRequest.Location location = request.dictionary().locations().get(index);
    int body =
        1 + varint(id) + 1 + varint(mapping(location.mapping())) + 1 + varint(location.address());
    for (DecodedRequest.Line line : location.lines()) {
      body += message(2 + varint(function(line.function())) + varint(line.line()));
    }
    bytes += message(body);
    return id;
  }

  private int function(int index) {
    Integer known = functions.get(index);
    if (known != null) {
      return known;
    }
    int id = functions.size() + 1;
    functions.put(index, id);
    DecodedRequest.Function function = request.dictionary().functions().get(index);
    bytes +=
        message(
            4
                + varint(id)
                + varint(string(request.string(function.name())))
                + varint(string(request.string(function.systemName())))
                + varint(string(request.string(function.fileName()))));
    return id;
  }

  private int mapping(int index) {
    Integer known = mappings.get(index);
    if (index == 0 || known != null) {
      return index == 0 ? 0 : known;
    }
    int id = mappings.size() + 1;
    mappings.put(index, id);
    DecodedRequest.Mapping mapping = request.dictionary().mappings().get(index);
    int buildId = 0;
    for (Object value : request.attributes(mapping.attributes()).values()) {
      buildId = string(String.valueOf(value));
    }
    bytes +=
        message(
            6
                + varint(id)
                + varint(mapping.start())
                + varint(mapping.limit())
                + varint(mapping.fileOffset())
                + varint(string(request.string(mapping.fileName())))
                + varint(buildId));
    return id;
  }

  private int string(String text) {
    if (strings.add(text)) {
      bytes += message(text.getBytes(StandardCharsets.UTF_8).length);
    }
    // The index itself is unknown here; the last one is not shorter.
    return strings.size();
  }

  private static int message(int body) {
    return 1 + varint(body) + body;
  }

  private static int varint(long value) {
    return CodedOutputStream.computeUInt64SizeNoTag(value);
  }
}
