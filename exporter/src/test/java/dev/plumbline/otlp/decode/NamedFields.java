package dev.plumbline.otlp.decode;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;

/** Fields of messages of any level's generated classes, by the names of the schema. Stateless. */
final class NamedFields {
  private NamedFields() {}

  static FieldDescriptor field(Message.Builder message, String name) {
    return message.getDescriptorForType().findFieldByName(name);
  }

  static Message.Builder child(Message.Builder message, String name) {
    return message.newBuilderForField(field(message, name));
  }

  static void put(Message.Builder message, String name, Message.Builder child) {
    if (field(message, name).isRepeated()) {
      message.addRepeatedField(field(message, name), child.build());
    } else {
      message.setField(field(message, name), child.build());
    }
  }

  static void set(Message.Builder message, String name, Object value) {
    message.setField(field(message, name), value);
  }

  static void add(Message.Builder message, String name, Object value) {
    message.addRepeatedField(field(message, name), value);
  }
}
