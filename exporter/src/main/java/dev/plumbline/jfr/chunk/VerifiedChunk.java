package dev.plumbline.jfr.chunk;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the walk over a chunk found that the reader does not tell. Immutable. */
public final class VerifiedChunk {
  private final ChunkHeader header;
  private final LongIndex kindIndex = new LongIndex();
  private final List<EventKind> kinds = new ArrayList<>();
  private final LongIndex truncatedStacks;
  private final Map<Long, String> threadNames;

  VerifiedChunk(
      ChunkHeader header,
      ChunkMetadata metadata,
      LongIndex truncatedStacks,
      Map<Long, String> threadNames) {
    this.header = header;
    this.truncatedStacks = truncatedStacks;
    this.threadNames = threadNames;
    for (EventKind kind : EventKind.values()) {
      ChunkMetadata.Type type = metadata.type(kind.eventName());
      if (type != null) {
        kindIndex.put(type.id, kinds.size());
        kinds.add(kind);
      }
    }
  }

  public ChunkHeader header() {
    return header;
  }

  /** Null for events that are no records of ours. */
  public @Nullable EventKind kind(int typeId) {
    int number = kindIndex.get(typeId);
    return number == LongIndex.ABSENT ? null : kinds.get(number);
  }

  /** Ids of the stack traces that the recording itself marks as cut. */
  public LongIndex truncatedStacks() {
    return truncatedStacks;
  }

  /**
   * Java's name of a thread, else the kernel's; read here because the reader takes both for UTF-8.
   * Empty if the chunk does not hold it, or refers to a pool of strings.
   */
  public String threadName(long id) {
    return threadNames.getOrDefault(id, "");
  }
}
