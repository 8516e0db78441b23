package dev.plumbline.store.dictionary;

import dev.plumbline.profile.Attributes;
import dev.plumbline.profile.Frame;
import dev.plumbline.profile.FrameType;
import dev.plumbline.profile.Mapping;
import dev.plumbline.profile.StackTrace;

/**
 * What the samples of one file refer to, as far as it was written when this was made. The arrays
 * belong to {@link DictionaryDecoder}, which only ever appends behind what is visible here.
 * Immutable.
 */
public final class SegmentDictionary {
  private final Attributes[] attributeSets;
  private final int attributeSetCount;
  private final Mapping[] mappings;
  private final FunctionEntry[] functions;
  private final int functionCount;
  private final int[] frames;
  private final long[] addresses;
  private final int[] nodes;
  private final int nodeCount;

  public SegmentDictionary(DictionaryDecoder decoder) {
    this.attributeSets = decoder.attributeSets();
    this.attributeSetCount = decoder.attributeSetCount();
    this.mappings = decoder.mappings();
    this.functions = decoder.functions();
    this.functionCount = decoder.functionCount();
    this.frames = decoder.frames();
    this.addresses = decoder.addresses();
    this.nodes = decoder.nodes();
    this.nodeCount = decoder.nodeCount();
  }

  /** Attribute sets have the numbers below this. */
  public int attributeSetCount() {
    return attributeSetCount;
  }

  public Attributes attributes(int set) {
    return attributeSets[set];
  }

  /** Functions have the numbers below this. */
  public int functionCount() {
    return functionCount;
  }

  public FunctionEntry function(int function) {
    return functions[function];
  }

  /** Nodes have the numbers below this; 0 is the outside of all stacks, and has no frame. */
  public int nodeCount() {
    return nodeCount;
  }

  /** The caller's node, always with a smaller number. */
  public int parent(int node) {
    return nodes[2 * node];
  }

  /** Function of the node's frame. */
  public int functionOf(int node) {
    return frames[3 * nodes[2 * node + 1]];
  }

  /** Source line of the node's frame; 0 if unknown. */
  public int lineOf(int node) {
    return frames[3 * nodes[2 * node + 1] + 1] >>> 1;
  }

  /** The frames from that node to the root, as they were stored. */
  public StackTrace stackTrace(int leaf) {
    int depth = 0;
    for (int node = leaf; node != 0; node = parent(node)) {
      depth++;
    }
    Frame[] leafToRoot = new Frame[depth];
    int i = 0;
    for (int node = leaf; node != 0; node = parent(node)) {
      leafToRoot[i++] = frame(nodes[2 * node + 1]);
    }
    return StackTrace.of(leafToRoot);
  }

  private Frame frame(int frame) {
    FunctionEntry function = functions[frames[3 * frame]];
    int lineAndInlined = frames[3 * frame + 1];
    return Frame.builder(FrameType.of(function.type()))
        .functionName(function.name())
        .systemName(function.systemName())
        .fileName(function.file())
        .line(lineAndInlined >>> 1)
        .inlined((lineAndInlined & 1) != 0)
        .mapping(mappings[frames[3 * frame + 2]])
        .address(addresses[frame])
        .build();
  }
}
