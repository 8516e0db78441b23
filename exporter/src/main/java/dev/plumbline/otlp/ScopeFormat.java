package dev.plumbline.otlp;

import com.google.protobuf.CodedOutputStream;
import dev.plumbline.profile.Attribute;
import dev.plumbline.wire.Wire;
import java.io.IOException;
import java.util.List;

/**
 * {@code ResourceProfiles}, {@code ScopeProfiles} and what stands in them besides profiles (§1.1
 * and §1.6 of the OTLP study). Keys and values are inline: several receivers do not resolve
 * references to the dictionary there. Immutable.
 */
final class ScopeFormat {
  private static final int OUTER = 1;
  private static final int SCHEMA_URL = 3;

  private final String schemaUrl;

  /**
   * @param schemaUrl of resources and scopes; empty for none
   */
  ScopeFormat(String schemaUrl) {
    this.schemaUrl = schemaUrl;
  }

  // ResourceProfiles: resource 1, scope_profiles 2, schema_url 3.

  /** Body of {@code ResourceProfiles} without its scopes. */
  int resourceFixedSize(ResourcePlan resource) {
    return Wire.messageSize(OUTER, resourceBody(resource))
        + Wire.optionalStringSize(SCHEMA_URL, schemaUrl);
  }

  void writeResource(CodedOutputStream out, ResourcePlan resource) throws IOException {
    Wire.writeMessageStart(out, OUTER, resourceBody(resource));
    writeAttributes(out, 1, resource.attributes.attributes());
    Wire.writeVarint(out, 2, resource.attributes.droppedCount());
  }

  // ScopeProfiles: scope 1, profiles 2, schema_url 3.

  /** Body of {@code ScopeProfiles} without its profiles. */
  int scopeFixedSize(ScopePlan scope) {
    return Wire.messageSize(OUTER, scopeBody(scope))
        + Wire.optionalStringSize(SCHEMA_URL, schemaUrl);
  }

  void writeScope(CodedOutputStream out, ScopePlan scope) throws IOException {
    Wire.writeMessageStart(out, OUTER, scopeBody(scope));
    out.writeString(1, scope.name);
    out.writeString(2, scope.version);
    writeAttributes(out, 3, scope.attributes.attributes());
    Wire.writeVarint(out, 4, scope.attributes.droppedCount());
  }

  /** The last field of both messages. */
  void writeSchemaUrl(CodedOutputStream out) throws IOException {
    Wire.writeOptionalString(out, SCHEMA_URL, schemaUrl);
  }

  // Resource: attributes 1, dropped_attributes_count 2.

  private static int resourceBody(ResourcePlan resource) {
    return attributesSize(1, resource.attributes.attributes())
        + Wire.varintSize(2, resource.attributes.droppedCount());
  }

  // InstrumentationScope: name 1, version 2, attributes 3, dropped_attributes_count 4.

  private static int scopeBody(ScopePlan scope) {
    return Wire.stringSize(1, scope.name)
        + Wire.stringSize(2, scope.version)
        + attributesSize(3, scope.attributes.attributes())
        + Wire.varintSize(4, scope.attributes.droppedCount());
  }

  private static int attributesSize(int field, List<Attribute> attributes) {
    int size = 0;
    for (Attribute attribute : attributes) {
      size +=
          Wire.messageSize(field, AnyValueFormat.keyValueSize(attribute.key(), attribute.value()));
    }
    return size;
  }

  private static void writeAttributes(CodedOutputStream out, int field, List<Attribute> attributes)
      throws IOException {
    for (Attribute attribute : attributes) {
      String key = attribute.key();
      Wire.writeMessageStart(out, field, AnyValueFormat.keyValueSize(key, attribute.value()));
      AnyValueFormat.writeKeyValue(out, key, attribute.value());
    }
  }
}
