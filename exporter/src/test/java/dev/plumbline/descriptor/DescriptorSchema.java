package dev.plumbline.descriptor;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.plumbline.yaml.Problems;
import dev.plumbline.yaml.YamlEntry;
import dev.plumbline.yaml.YamlNode;
import dev.plumbline.yaml.YamlReader;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The JSON schema that we ship, applied to descriptors by a validator that is not ours. */
final class DescriptorSchema {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private final Schema schema;

  private DescriptorSchema(Schema schema) {
    this.schema = schema;
  }

  static DescriptorSchema load() throws IOException {
    try (InputStream in =
        DescriptorSchema.class.getResourceAsStream("/gadgets/gadget.schema.json")) {
      return new DescriptorSchema(
          SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12).getSchema(in));
    }
  }

  /** One line for each fault. */
  List<String> faults(byte[] yaml) {
    Problems problems = new Problems();
    YamlNode root = YamlReader.read("gadget.yaml", yaml, problems);
    List<String> faults = new ArrayList<>();
    problems.inFileOrder().forEach(problem -> faults.add(problem.toString()));
    if (root != null) {
      schema.validate(json(root)).forEach(error -> faults.add(error.toString()));
    }
    return faults;
  }

  private static JsonNode json(YamlNode node) {
    switch (node.kind()) {
      case MAPPING:
        ObjectNode object = NODES.objectNode();
        for (YamlEntry entry : node.entries()) {
          object.set(entry.key(), json(entry.value()));
        }
        return object;
      case LIST:
        ArrayNode array = NODES.arrayNode();
        node.items().forEach(item -> array.add(json(item)));
        return array;
      default:
        return scalar(node);
    }
  }

  private static JsonNode scalar(YamlNode node) {
    if (node.isNull()) {
      return NODES.nullNode();
    }
    String text = node.text();
    if (node.isPlain() && text.matches("true|false")) {
      return NODES.booleanNode(text.equals("true"));
    }
    if (node.isPlain() && text.matches("-?[0-9]{1,18}")) {
      return NODES.numberNode(Long.parseLong(text));
    }
    return NODES.stringNode(text);
  }
}
