package dev.plumbline.sampling;

import dev.plumbline.gadget.RecordBatch;
import dev.plumbline.profile.Frame;
import dev.plumbline.profile.FrameType;
import dev.plumbline.profile.StackTrace;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the stack of a record: its stack fields joined from leaf to root. A record without any
 * frame gets the one frame {@link #NO_STACK}, since its value counts all the same and receivers
 * hide samples without frames. Texts that were parsed and pairs that were joined are remembered in
 * tables of fixed size, where a newcomer takes the place of whoever is in its slot. Confined to the
 * aggregator's thread.
 */
final class StackReader {
  /** Stands for a stack without frames. */
  static final StackTrace NO_STACK = StackTrace.of(Frame.NO_STACK);

  /** Slots of each table, a power of two. */
  static final int CACHE_SLOTS = 2048;

  private final StackField[] fields;
  private @Nullable Parsed @Nullable [] parsed;
  private @Nullable Joined @Nullable [] joined;

  StackReader(List<StackField> fields) {
    this.fields = fields.toArray(new StackField[0]);
  }

  private static final class Parsed {
    final String text;
    final FrameType type;
    final StackTrace stackTrace;

    Parsed(String text, FrameType type) {
      this.text = text;
      this.type = type;
      this.stackTrace = StackText.parse(text, type);
    }
  }

  private static final class Joined {
    final StackTrace inner;
    final StackTrace outer;
    final StackTrace stackTrace;

    Joined(StackTrace inner, StackTrace outer) {
      this.inner = inner;
      this.outer = outer;
      this.stackTrace = inner.calledFrom(outer);
    }
  }

  /** Never empty. */
  StackTrace read(RecordBatch batch, int record) {
    StackTrace all = StackTrace.EMPTY;
    for (StackField field : fields) {
      StackTrace next =
          field.isText()
              ? parse(batch.text(record, field.index()), field.textFrameType())
              : batch.stackTrace(record, field.index());
      if (all.isEmpty()) {
        all = next;
      } else if (!next.isEmpty()) {
        all = join(all, next);
      }
    }
    return all.isEmpty() ? NO_STACK : all;
  }

  private StackTrace parse(String text, FrameType type) {
    if (text.isEmpty()) {
      return StackTrace.EMPTY;
    }
    if (parsed == null) {
      parsed = new Parsed[CACHE_SLOTS];
    }
    int slot = slot(31 * text.hashCode() + type.hashCode());
    Parsed entry = parsed[slot];
    if (entry == null || !entry.text.equals(text) || !entry.type.equals(type)) {
      entry = new Parsed(text, type);
      parsed[slot] = entry;
    }
    return entry.stackTrace;
  }

  private StackTrace join(StackTrace inner, StackTrace outer) {
    if (joined == null) {
      joined = new Joined[CACHE_SLOTS];
    }
    int slot = slot(31 * inner.hashCode() + outer.hashCode());
    Joined entry = joined[slot];
    if (entry == null || !entry.inner.equals(inner) || !entry.outer.equals(outer)) {
      entry = new Joined(inner, outer);
      joined[slot] = entry;
    }
    return entry.stackTrace;
  }

  private static int slot(int hash) {
    return ((hash * 0x9E3779B9) >>> 8) & (CACHE_SLOTS - 1);
  }
}
