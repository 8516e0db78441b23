package dev.plumbline.otlp.oracle;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Items 10 to 17: resources and scopes. Stateless. */
final class ResourceItems {
  private static final int MAX_ATTRIBUTES = 25;
  private static final int MAX_VALUE_BYTES = 2_048;
  private static final int MAX_KEY_BYTES = 1_024;
  private static final Pattern SCHEMA_URL =
      Pattern.compile("https://opentelemetry\\.io/schemas/\\d+\\.\\d+\\.\\d+");

  private ResourceItems() {}

  static void check(DecodedRequest request, Set<OtlpChecklist.Option> options, Findings findings) {
    for (DecodedRequest.Resource resource : request.resources()) {
      Object service = DecodedRequest.value(resource.attributes(), "service.name");
      findings.require(resource.set(), 10, "a resource is not set");
      findings.require(
          service instanceof String name && !name.isEmpty(), 10, "service.name is %s", service);
      attributes(resource.attributes(), options, findings);
      schemaUrl(resource.schemaUrl(), findings);
      for (DecodedRequest.Scope scope : resource.scopes()) {
        findings.require(scope.set(), 11, "a scope is not set");
        findings.require(
            !scope.name().isEmpty() && !scope.version().isEmpty(),
            11,
            "scope is \"%s\" \"%s\"",
            scope.name(),
            scope.version());
        attributes(scope.attributes(), options, findings);
        schemaUrl(scope.schemaUrl(), findings);
        findings.require(
            scope.schemaUrl().equals(resource.schemaUrl()), 16, "schema URL on one level only");
        together(resource, scope, findings);
      }
    }
  }

  /** Item 17, which needs resolvable indexes. */
  static void checkSamples(DecodedRequest request, Findings findings) {
    for (DecodedRequest.Resource resource : request.resources()) {
      Object service = DecodedRequest.value(resource.attributes(), "service.name");
      for (DecodedRequest.Scope scope : resource.scopes()) {
        for (DecodedRequest.Profile profile : scope.profiles()) {
          for (DecodedRequest.Sample sample : profile.samples()) {
            Object own = request.attributes(sample.attributes()).get("service.name");
            findings.require(
                own == null || own.equals(service), 17, "sample of %s in %s", own, service);
          }
        }
      }
    }
  }

  private static void attributes(
      List<DecodedRequest.InlineAttribute> attributes,
      Set<OtlpChecklist.Option> options,
      Findings findings) {
    Set<String> keys = new HashSet<>();
    for (DecodedRequest.InlineAttribute attribute : attributes) {
      String key = attribute.key();
      Object value = attribute.value();
      boolean inline =
          attribute.keyReference() == 0 && !(value instanceof DecodedRequest.Reference);
      findings.require(!key.isEmpty() && inline, 12, "key \"%s\", value %s", key, value);
      findings.require(keys.add(key), 12, "key \"%s\" twice", key);
      boolean plain =
          value instanceof String
              || value instanceof Long
              || key.startsWith("pprof.")
              || options.contains(OtlpChecklist.Option.ALL_ATTRIBUTE_KINDS);
      findings.require(plain && value != null, 13, "\"%s\" is %s", key, value);
      findings.require(bytes(key) <= MAX_KEY_BYTES, 13, "key of %d bytes", bytes(key));
      if (value instanceof String text) {
        findings.require(!text.isEmpty(), 13, "\"%s\" is empty", key);
        findings.require(
            bytes(text) <= MAX_VALUE_BYTES, 13, "\"%s\" has %d bytes", key, bytes(text));
      }
    }
  }

  private static void together(
      DecodedRequest.Resource resource, DecodedRequest.Scope scope, Findings findings) {
    List<DecodedRequest.InlineAttribute> all = new ArrayList<>(resource.attributes());
    all.addAll(scope.attributes());
    findings.require(all.size() <= MAX_ATTRIBUTES, 14, "%d attributes", all.size());
    Map<String, String> values = new HashMap<>();
    for (DecodedRequest.InlineAttribute attribute : all) {
      String value = String.valueOf(attribute.value());
      String other = values.putIfAbsent(attribute.key().replace('.', '_'), value);
      findings.require(
          other == null || other.equals(value),
          15,
          "\"%s\" is %s and %s",
          attribute.key(),
          value,
          other);
    }
  }

  private static void schemaUrl(String url, Findings findings) {
    findings.require(
        url.isEmpty() || SCHEMA_URL.matcher(url).matches(), 16, "schema URL \"%s\"", url);
  }

  private static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }
}
