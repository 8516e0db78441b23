package dev.plumbline.store.dictionary;

import dev.plumbline.profile.Attribute;
import dev.plumbline.profile.Attributes;
import dev.plumbline.profile.BuildId;
import dev.plumbline.profile.Frame;
import dev.plumbline.profile.Mapping;
import dev.plumbline.profile.StackTrace;
import java.util.List;
import java.util.Map;

/**
 * Gives everything that samples refer to a number, once a file, and hands what is new to the next
 * transaction. What a failed transaction did not store stays pending, so a number never dangles.
 *
 * <p>A part is six sections, each {@code first number, count, entries}: texts; attribute sets;
 * mappings; functions; frames; nodes. Numbers are dense from 0, those of nodes from 1.
 *
 * <p>Confined to the writer's thread.
 */
public final class DictionaryWriter {
  /** Longer names are cut: they come from outside. */
  public static final int MAX_TEXT_CHARS = 16 << 10;

  private final InternTable<String> texts = new InternTable<>();
  private final InternTable<Attributes> attributeSets = new InternTable<>();
  private final InternTable<Mapping> mappings = new InternTable<>();
  private final InternTable<FunctionEntry> functions = new InternTable<>();
  private final InternTable<Frame> frames = new InternTable<>();
  private final NodeTable nodes = new NodeTable();
  private final BlobWriter pendingNodes = new BlobWriter();
  private int committedNodes;
  private long textChars;

  public DictionaryWriter() {
    attributes(Attributes.EMPTY);
    mapping(Mapping.NONE);
  }

  /** Node of the leaf; 0 for no frames. */
  public int node(StackTrace stackTrace) {
    int node = 0;
    for (int i = stackTrace.depth() - 1; i >= 0; i--) {
      int frame = frame(stackTrace.frame(i));
      int child = nodes.find(node, frame);
      if (child == 0) {
        child = nodes.add(node, frame);
        pendingNodes.varint(child - node);
        pendingNodes.varint(frame);
      }
      node = child;
    }
    return node;
  }

  public int attributes(Attributes attributes) {
    Integer known = attributeSets.find(attributes);
    if (known != null) {
      return known;
    }
    int id = attributeSets.add(attributes);
    BlobWriter out = attributeSets.pending();
    out.varint(attributes.size());
    for (Attribute attribute : attributes) {
      out.varint(text(attribute.key()));
      out.varint(text(attribute.unit()));
      writeValue(out, attribute.value());
    }
    return id;
  }

  /** Roughly the heap that this holds, in bytes. */
  public long heapBytes() {
    return 2 * textChars
        + 80L * texts.size()
        + 200L * (attributeSets.size() + mappings.size() + functions.size() + frames.size())
        + 24L * nodes.size();
  }

  public boolean isCommitted() {
    return texts.isCommitted()
        && attributeSets.isCommitted()
        && mappings.isCommitted()
        && functions.isCommitted()
        && frames.isCommitted()
        && committedNodes == nodes.size();
  }

  /** What no transaction holds yet. */
  public byte[] pendingPart() {
    BlobWriter out = new BlobWriter();
    texts.writePending(out);
    attributeSets.writePending(out);
    mappings.writePending(out);
    functions.writePending(out);
    frames.writePending(out);
    out.varint(committedNodes + 1L);
    out.varint(nodes.size() - committedNodes);
    out.append(pendingNodes);
    return out.toByteArray();
  }

  /** The last pending part stands in a transaction that succeeded. */
  public void committed() {
    for (InternTable<?> table : List.of(texts, attributeSets, mappings, functions, frames)) {
      table.committed();
    }
    committedNodes = nodes.size();
    pendingNodes.clear();
  }

  private int frame(Frame frame) {
    Integer known = frames.find(frame);
    if (known != null) {
      return known;
    }
    int function = function(frame);
    int mapping = mapping(frame.mapping());
    int id = frames.add(frame);
    BlobWriter out = frames.pending();
    out.varint(function);
    out.varint((long) frame.line() << 1 | (frame.inlined() ? 1 : 0));
    out.varint(mapping);
    out.varint(frame.address());
    return id;
  }

  private int function(Frame frame) {
    FunctionEntry function =
        new FunctionEntry(
            frame.functionName(),
            frame.systemName(),
            frame.fileName(),
            frame.type().word(),
            frame.mapping().fileName());
    Integer known = functions.find(function);
    if (known != null) {
      return known;
    }
    int id = functions.add(function);
    BlobWriter out = functions.pending();
    out.varint(text(function.name()));
    out.varint(text(function.systemName()));
    out.varint(text(function.file()));
    out.varint(text(function.type()));
    out.varint(text(function.module()));
    return id;
  }

  private int mapping(Mapping mapping) {
    Integer known = mappings.find(mapping);
    if (known != null) {
      return known;
    }
    int attributes = attributes(mapping.attributes());
    int id = mappings.add(mapping);
    BlobWriter out = mappings.pending();
    out.varint(mapping.start());
    out.varint(mapping.limit());
    out.varint(mapping.fileOffset());
    out.varint(text(mapping.fileName()));
    BuildId buildId = mapping.buildId();
    out.varint(BuildIdCode.of(buildId));
    if (buildId != null) {
      out.varint(text(buildId.text()));
    }
    out.varint(attributes);
    return id;
  }

  int text(String text) {
    String kept = text.length() <= MAX_TEXT_CHARS ? text : text.substring(0, MAX_TEXT_CHARS);
    Integer known = texts.find(kept);
    if (known != null) {
      return known;
    }
    int id = texts.add(kept);
    texts.pending().text(kept);
    textChars += kept.length();
    return id;
  }

  private void writeValue(BlobWriter out, Object value) {
    AttributeKind kind = AttributeKind.of(value);
    out.varint(kind.code());
    switch (kind) {
      case TEXT -> out.varint(text((String) value));
      case INTEGER -> out.zigzag((Long) value);
      case TRUTH -> out.varint((Boolean) value ? 1 : 0);
      case REAL -> out.word(Double.doubleToRawLongBits((Double) value));
      case LIST -> {
        List<?> elements = (List<?>) value;
        out.varint(elements.size());
        for (Object element : elements) {
          writeValue(out, element);
        }
      }
    }
  }

  /** Tables and sizes, for messages. */
  @Override
  public String toString() {
    return "DictionaryWriter"
        + Map.of("texts", texts.size(), "frames", frames.size(), "nodes", nodes.size());
  }
}
