package dev.plumbline.store.segment;

import dev.plumbline.profile.Link;
import dev.plumbline.store.dictionary.BlobReader;
import dev.plumbline.store.dictionary.CorruptSegmentException;
import dev.plumbline.store.dictionary.SegmentDictionary;

/** Walks over the samples of one window, without an object for each. Confined to one thread. */
public final class SampleCursor {
  private final BlobReader in;
  private final int nodeCount;
  private final int attributeSetCount;
  private int left;
  private int node;
  private int attributeSet;
  private long value;
  private Link link = Link.NONE;

  SampleCursor(byte[] blob, SegmentDictionary dictionary) throws CorruptSegmentException {
    this.in = new BlobReader(blob);
    this.nodeCount = dictionary.nodeCount();
    this.attributeSetCount = dictionary.attributeSetCount();
    this.left = in.count();
  }

  /** Moves to the next sample; false behind the last. */
  public boolean next() throws CorruptSegmentException {
    if (left == 0) {
      return false;
    }
    left--;
    node += in.index(nodeCount - node);
    long setAndLink = in.varint();
    if (setAndLink < 0 || setAndLink >>> 1 >= attributeSetCount) {
      throw new CorruptSegmentException("a sample has attribute set " + (setAndLink >>> 1));
    }
    attributeSet = (int) (setAndLink >>> 1);
    value = in.zigzag();
    link = (setAndLink & 1) == 0 ? Link.NONE : readLink();
    return true;
  }

  private Link readLink() throws CorruptSegmentException {
    long high = in.word();
    long low = in.word();
    long span = in.word();
    if ((high | low) == 0 || span == 0) {
      throw new CorruptSegmentException("a sample has a link without ids");
    }
    return Link.of(high, low, span);
  }

  /** Node of the leaf; 0 for a sample without frames. */
  public int node() {
    return node;
  }

  public int attributeSet() {
    return attributeSet;
  }

  /** In the unit of the profile's own type. */
  public long value() {
    return value;
  }

  public Link link() {
    return link;
  }
}
