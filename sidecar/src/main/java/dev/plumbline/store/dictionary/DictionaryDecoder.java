package dev.plumbline.store.dictionary;

import dev.plumbline.profile.Attribute;
import dev.plumbline.profile.Attributes;
import dev.plumbline.profile.BuildId;
import dev.plumbline.profile.Mapping;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Reads the parts of a dictionary in their order, as {@link DictionaryWriter} wrote them. Not
 * thread-safe; its owner makes snapshots under a lock.
 */
public final class DictionaryDecoder {
  private String[] texts = new String[256];
  private int textCount;
  private long textChars;
  private Attributes[] attributeSets = new Attributes[64];
  private int attributeSetCount;
  private Mapping[] mappings = new Mapping[64];
  private int mappingCount;
  private FunctionEntry[] functions = new FunctionEntry[256];
  private int functionCount;
  // Three numbers a frame: function, line × 2 + inlined, mapping.
  private int[] frames = new int[3 * 256];
  private long[] addresses = new long[256];
  private int frameCount;
  // Two numbers a node: parent, frame. Node 0 is the outside.
  private int[] nodes = new int[2 * 1024];
  private int nodeCount = 1;

  /** Reads the next part; after a failure this object is of no more use. */
  public void append(byte[] part) throws CorruptSegmentException {
    BlobReader in = new BlobReader(part);
    try {
      readTexts(in);
      readAttributeSets(in);
      readMappings(in);
      readFunctions(in);
      readFrames(in);
      readNodes(in);
    } catch (IllegalArgumentException e) {
      throw new CorruptSegmentException("the dictionary has an entry that cannot be", e);
    }
    if (!in.isAtEnd()) {
      throw new CorruptSegmentException("the dictionary has bytes behind its last section");
    }
  }

  private void readTexts(BlobReader in) throws CorruptSegmentException {
    int count = start(in, textCount, "texts");
    texts = grown(texts, textCount + count);
    for (int i = 0; i < count; i++) {
      String text = in.text();
      textChars += text.length();
      texts[textCount++] = text;
    }
  }

  private void readAttributeSets(BlobReader in) throws CorruptSegmentException {
    int count = start(in, attributeSetCount, "attribute sets");
    attributeSets = grown(attributeSets, attributeSetCount + count);
    for (int i = 0; i < count; i++) {
      int size = in.count();
      List<Attribute> attributes = new ArrayList<>();
      for (int j = 0; j < size; j++) {
        attributes.add(readAttribute(in));
      }
      attributeSets[attributeSetCount++] = Attributes.of(attributes);
    }
  }

  private Attribute readAttribute(BlobReader in) throws CorruptSegmentException {
    String key = text(in);
    String unit = text(in);
    AttributeKind kind = AttributeKind.ofCode(in.varint());
    return switch (kind) {
      case TEXT -> Attribute.of(key, text(in));
      case INTEGER -> Attribute.of(key, in.zigzag(), unit);
      case TRUTH -> Attribute.of(key, in.index(2) == 1);
      case REAL -> Attribute.of(key, Double.longBitsToDouble(in.word()));
      case LIST -> readList(in, key);
    };
  }

  private Attribute readList(BlobReader in, String key) throws CorruptSegmentException {
    int size = in.count();
    List<String> words = new ArrayList<>();
    List<Long> numbers = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      switch (AttributeKind.ofCode(in.varint())) {
        case TEXT -> words.add(text(in));
        case INTEGER -> numbers.add(in.zigzag());
        default ->
            throw new CorruptSegmentException("a list of \"" + key + "\" has other elements");
      }
    }
    return numbers.isEmpty() ? Attribute.ofStrings(key, words) : Attribute.ofLongs(key, numbers);
  }

  private void readMappings(BlobReader in) throws CorruptSegmentException {
    int count = start(in, mappingCount, "mappings");
    mappings = grown(mappings, mappingCount + count);
    for (int i = 0; i < count; i++) {
      long start = in.varint();
      long limit = in.varint();
      long fileOffset = in.varint();
      Mapping.Builder mapping =
          Mapping.builder(text(in)).range(start, limit).fileOffset(fileOffset);
      long scheme = in.varint();
      if (scheme != BuildIdCode.NONE) {
        mapping.buildId(BuildId.of(BuildIdCode.scheme(scheme), text(in)));
      }
      mapping.attributes(attributeSets[in.index(attributeSetCount)]);
      mappings[mappingCount++] = mapping.build();
    }
  }

  private void readFunctions(BlobReader in) throws CorruptSegmentException {
    int count = start(in, functionCount, "functions");
    functions = grown(functions, functionCount + count);
    for (int i = 0; i < count; i++) {
      functions[functionCount++] =
          new FunctionEntry(text(in), text(in), text(in), text(in), text(in));
    }
  }

  private void readFrames(BlobReader in) throws CorruptSegmentException {
    int count = start(in, frameCount, "frames");
    if (frameCount + count > addresses.length) {
      addresses = Arrays.copyOf(addresses, capacity(addresses.length, frameCount + count));
      frames = Arrays.copyOf(frames, 3 * addresses.length);
    }
    for (int i = 0; i < count; i++) {
      frames[3 * frameCount] = in.index(functionCount);
      long lineAndInlined = in.varint();
      if (lineAndInlined >>> 1 > Integer.MAX_VALUE) {
        throw new CorruptSegmentException("a frame's line is " + (lineAndInlined >>> 1));
      }
      frames[3 * frameCount + 1] = (int) lineAndInlined;
      frames[3 * frameCount + 2] = in.index(mappingCount);
      addresses[frameCount++] = in.varint();
    }
  }

  private void readNodes(BlobReader in) throws CorruptSegmentException {
    int count = start(in, nodeCount, "nodes");
    if (2 * (nodeCount + count) > nodes.length) {
      nodes = Arrays.copyOf(nodes, capacity(nodes.length, 2 * (nodeCount + count)));
    }
    for (int i = 0; i < count; i++) {
      int distance = in.index(nodeCount + 1);
      if (distance == 0) {
        throw new CorruptSegmentException("a node is its own parent");
      }
      nodes[2 * nodeCount] = nodeCount - distance;
      nodes[2 * nodeCount + 1] = in.index(frameCount);
      nodeCount++;
    }
  }

  private static int start(BlobReader in, int expected, String what)
      throws CorruptSegmentException {
    long first = in.varint();
    if (first != expected) {
      throw new CorruptSegmentException(
          what + " of a part begin at " + first + ", expected " + expected);
    }
    return in.count();
  }

  private static <T> T[] grown(T[] array, int needed) {
    return needed <= array.length ? array : Arrays.copyOf(array, capacity(array.length, needed));
  }

  private static int capacity(int now, int needed) {
    return Math.max(needed, now + (now >> 1));
  }

  private String text(BlobReader in) throws CorruptSegmentException {
    return texts[in.index(textCount)];
  }

  Attributes[] attributeSets() {
    return attributeSets;
  }

  int attributeSetCount() {
    return attributeSetCount;
  }

  Mapping[] mappings() {
    return mappings;
  }

  FunctionEntry[] functions() {
    return functions;
  }

  int functionCount() {
    return functionCount;
  }

  int[] frames() {
    return frames;
  }

  long[] addresses() {
    return addresses;
  }

  int[] nodes() {
    return nodes;
  }

  /** Roughly the heap that this holds, in bytes. */
  public long heapBytes() {
    return textChars
        + 60L * textCount
        + 200L * (attributeSetCount + mappingCount)
        + 50L * functionCount
        + 30L * frameCount
        + 12L * nodeCount;
  }

  int nodeCount() {
    return nodeCount;
  }
}
