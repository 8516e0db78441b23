package dev.plumbline.jfr.chunk;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;

/**
 * The {@code jdk.ActiveSetting} events of a chunk: what a recorder says of its own session.
 * Immutable.
 */
public final class ActiveSettings {
  private static final String ACTIVE_SETTING = "jdk.ActiveSetting";

  private final Map<String, String> values;

  private ActiveSettings(Map<String, String> values) {
    this.values = values;
  }

  /**
   * Those of that chunk.
   *
   * @throws JfrException if the chunk is broken
   */
  public static ActiveSettings of(JfrChunk chunk) throws JfrException {
    ByteBuffer bytes = chunk.bytes();
    ChunkHeader header = bytes.limit() < ChunkHeader.SIZE_BYTES ? null : ChunkHeader.read(bytes, 0);
    if (header == null) {
      throw new JfrException(chunk.offset(), "no chunk header of version 2");
    }
    ChunkVerifier.verify(chunk, header);
    ChunkCursor cursor = new ChunkCursor(bytes, chunk.offset());
    cursor.moveTo((int) header.metadataOffset);
    ChunkMetadata metadata = ChunkMetadata.read(cursor);
    ChunkMetadata.Type setting = metadata.type(ACTIVE_SETTING);
    Map<String, String> values = new HashMap<>();
    if (setting != null) {
      readEvents(cursor, header, metadata, setting, values);
    }
    return new ActiveSettings(values);
  }

  private static void readEvents(
      ChunkCursor cursor,
      ChunkHeader header,
      ChunkMetadata metadata,
      ChunkMetadata.Type setting,
      Map<String, String> values)
      throws JfrException {
    Map<Long, String> typeNames = metadata.typeNames();
    int position = ChunkHeader.SIZE_BYTES;
    while (position < header.sizeBytes) {
      cursor.moveTo(position);
      position += cursor.varint();
      if (cursor.varint() == setting.id) {
        readSetting(cursor, metadata, setting, typeNames, values);
      }
    }
  }

  private static void readSetting(
      ChunkCursor cursor,
      ChunkMetadata metadata,
      ChunkMetadata.Type setting,
      Map<Long, String> typeNames,
      Map<String, String> values)
      throws JfrException {
    String event = "";
    String name = "";
    for (ChunkMetadata.FieldType field : setting.fields) {
      if (!metadata.isString(field)) {
        long number = cursor.varlong();
        event = field.name.equals("id") ? typeNames.getOrDefault(number, "") : event;
      } else if (field.name.equals("name")) {
        name = cursor.string();
      } else if (field.name.equals("value")) {
        values.put(event + "#" + name, cursor.string());
      } else {
        cursor.skipString();
      }
    }
  }

  /**
   * The last one of that name; empty if there is none.
   *
   * @param event name of the event's type that it is about
   */
  public String value(String event, String name) {
    return values.getOrDefault(event + "#" + name, "");
  }
}
