package dev.plumbline.jfr.chunk;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The types that a chunk declares, as far as the shape of its constants depends on them. Immutable
 * once read.
 */
final class ChunkMetadata {
  private static final int MAX_DEPTH = 16;
  private static final String STRING_TYPE = "java.lang.String";

  private final Map<Long, Type> types = new HashMap<>();
  private final Map<String, Type> typesByName = new HashMap<>();

  private ChunkMetadata() {}

  /** Reads the metadata event at the cursor's position. */
  static ChunkMetadata read(ChunkCursor cursor) throws JfrException {
    cursor.varint();
    cursor.varint();
    cursor.skipVarlongs(3);
    String[] strings = new String[cursor.count(1)];
    for (int i = 0; i < strings.length; i++) {
      strings[i] = cursor.string();
    }
    ChunkMetadata metadata = new ChunkMetadata();
    metadata.readElement(cursor, strings, 0);
    return metadata;
  }

  /** Null if the chunk declares no type of constants with that id. */
  @Nullable Type type(int id) {
    return types.get((long) id);
  }

  /** Null if the chunk does not declare it; the only way to an event's type. */
  @Nullable Type type(String name) {
    return typesByName.get(name);
  }

  /** Names of all types by their ids, events included. */
  Map<Long, String> typeNames() {
    Map<Long, String> names = new HashMap<>();
    typesByName.forEach((name, type) -> names.put(type.id, name));
    return names;
  }

  /** Whether the reader takes that field for a string; it takes everything else for a number. */
  boolean isString(FieldType field) {
    Type string = typesByName.get(STRING_TYPE);
    return !field.constantPool && string != null && field.typeId == string.id;
  }

  private Element readElement(ChunkCursor cursor, String[] strings, int depth) throws JfrException {
    if (depth > MAX_DEPTH) {
      throw cursor.broken("metadata is nested deeper than " + MAX_DEPTH);
    }
    String name = strings[index(cursor, strings)];
    int attributeCount = cursor.count(2);
    Map<String, String> attributes = new HashMap<>();
    for (int i = 0; i < attributeCount; i++) {
      attributes.put(strings[index(cursor, strings)], strings[index(cursor, strings)]);
    }
    Element element = new Element();
    if (name.equals("class")) {
      element.type = new Type(id(cursor, attributes.get("id")), attributes);
      if (!attributes.containsKey("superType")) {
        types.put(element.type.id, element.type);
      }
      typesByName.put(element.type.name, element.type);
    } else if (name.equals("field")) {
      element.field =
          new FieldType(
              attributes.getOrDefault("name", ""),
              id(cursor, attributes.get("class")),
              "true".equals(attributes.get("constantPool")));
    }
    int childCount = cursor.count(3);
    for (int i = 0; i < childCount; i++) {
      FieldType child = readElement(cursor, strings, depth + 1).field;
      if (element.type != null && child != null) {
        element.type.fields.add(child);
      }
    }
    return element;
  }

  private static int index(ChunkCursor cursor, String[] strings) throws JfrException {
    int index = cursor.varint();
    if (index < 0 || index >= strings.length) {
      throw cursor.broken("metadata refers to string " + index + " of " + strings.length);
    }
    return index;
  }

  private static long id(ChunkCursor cursor, @Nullable String value) throws JfrException {
    try {
      return Integer.parseInt(value == null ? "" : value);
    } catch (NumberFormatException e) {
      throw cursor.broken("metadata has the type id \"" + value + "\"");
    }
  }

  /** One declared type. */
  static final class Type {
    final long id;
    final String name;
    final boolean isSimple;
    final List<FieldType> fields = new ArrayList<>();

    Type(long id, Map<String, String> attributes) {
      this.id = id;
      this.name = attributes.getOrDefault("name", "");
      this.isSimple = "true".equals(attributes.get("simpleType"));
    }
  }

  /** One field of a declared type. */
  static final class FieldType {
    final String name;
    final long typeId;
    final boolean constantPool;

    FieldType(String name, long typeId, boolean constantPool) {
      this.name = name;
      this.typeId = typeId;
      this.constantPool = constantPool;
    }
  }

  private static final class Element {
    @Nullable Type type;
    @Nullable FieldType field;
  }
}
