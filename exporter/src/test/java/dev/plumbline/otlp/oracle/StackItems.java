package dev.plumbline.otlp.oracle;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Items 39 to 46: stacks, locations, functions, mappings. Needs resolvable indexes. Stateless. */
final class StackItems {
  private static final int MAX_DEPTH = 1_000;
  private static final String BUILD_ID = "process.executable.build_id.";
  private static final Pattern HEXADECIMAL = Pattern.compile("[0-9a-f]+");

  /** Slashes of the internal form, addresses of hidden classes, numbers of lambdas. */
  private static final Pattern UNSTABLE_NAME =
      Pattern.compile("/|0x[0-9a-f]+|\\$\\$Lambda\\$\\d+|\\$\\$Lambda\\.\\d");

  private StackItems() {}

  static void check(DecodedRequest request, Findings findings) {
    DecodedRequest.Dictionary dictionary = request.dictionary();
    for (List<Integer> stack : dictionary.stacks().subList(1, dictionary.stacks().size())) {
      boolean valid = !stack.isEmpty() && !stack.contains(0) && stack.size() <= MAX_DEPTH;
      findings.require(valid, 39, "stack of %d locations", stack.size());
    }
    for (int i = 1; i < dictionary.locations().size(); i++) {
      location(request, dictionary.locations().get(i), findings);
    }
    for (int i = 1; i < dictionary.functions().size(); i++) {
      DecodedRequest.Function function = dictionary.functions().get(i);
      boolean valid = function.name() > 0 && function.systemName() > 0 && function.startLine() >= 0;
      findings.require(valid, 42, "%s", function);
    }
    for (int i = 1; i < dictionary.mappings().size(); i++) {
      mapping(request, dictionary.mappings().get(i), findings);
    }
  }

  private static void location(
      DecodedRequest request, DecodedRequest.Location location, Findings findings) {
    Object type = request.attributes(location.attributes()).get("profile.frame.type");
    boolean placed = location.address() != 0 && location.mapping() > 0;
    int lines = location.lines().size();
    findings.require(lines > 0 || placed, 40, "%s", location);
    findings.require(
        lines <= 1 || (location.address() != 0 && !"jvm".equals(type)),
        41,
        "folded without an address: %s",
        location);
    for (DecodedRequest.Line line : location.lines()) {
      findings.require(
          line.function() > 0 && line.line() >= 0 && line.column() >= 0, 42, "%s", line);
      if ("jvm".equals(type)) {
        String name = request.string(request.dictionary().functions().get(line.function()).name());
        findings.require(!UNSTABLE_NAME.matcher(name).find(), 46, "function \"%s\"", name);
      }
    }
    findings.require(
        !"jvm".equals(type) || (location.mapping() == 0 && location.address() == 0),
        43,
        "JVM frame at %s",
        location);
    findings.require(
        type instanceof String word && !word.isEmpty(), 44, "type %s of %s", type, location);
  }

  private static void mapping(
      DecodedRequest request, DecodedRequest.Mapping mapping, Findings findings) {
    boolean range =
        (mapping.start() == 0 && mapping.limit() == 0)
            || Long.compareUnsigned(mapping.start(), mapping.limit()) < 0;
    findings.require(range && mapping.fileName() > 0, 45, "%s", mapping);
    boolean identified = false;
    for (Map.Entry<String, Object> attribute :
        request.attributes(mapping.attributes()).entrySet()) {
      if (attribute.getKey().startsWith(BUILD_ID)) {
        identified = true;
        boolean go = attribute.getKey().equals(BUILD_ID + "go");
        String text = String.valueOf(attribute.getValue());
        findings.require(go || HEXADECIMAL.matcher(text).matches(), 45, "build id \"%s\"", text);
      }
    }
    findings.require(identified, 45, "no build id: %s", mapping);
  }
}
