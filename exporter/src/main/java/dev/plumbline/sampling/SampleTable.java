package dev.plumbline.sampling;

import dev.plumbline.profile.Attributes;
import dev.plumbline.profile.Link;
import dev.plumbline.profile.StackTrace;
import org.jspecify.annotations.Nullable;

/**
 * The distinct samples of the open window: a hash table with open addressing, at most half full,
 * which compares the cached hashes first, identities next and values last. Bounded in samples and
 * in the memory that they are estimated to keep. Confined to the aggregator's thread.
 */
final class SampleTable {
  private static final int MIN_CAPACITY = 256;

  /** An entry with its places in table and profile, and the sample that it becomes. */
  private static final int ENTRY_BYTES = 128;

  private static final int STACK_BYTES = 48;

  /** Of a frame's reference. Heaps of 32 GB and more have longer ones, and time for them. */
  private static final int FRAME_REFERENCE_BYTES = 4;

  private final int maxSamples;
  private final long maxBytes;
  private ProfileGroup.@Nullable Entry[] table = new ProfileGroup.Entry[MIN_CAPACITY];
  private int size;
  private long bytes;

  SampleTable(int maxSamples, long maxBytes) {
    this.maxSamples = maxSamples;
    this.maxBytes = maxBytes;
  }

  /**
   * The entry of that sample, new if it was not there; null if it is not and the table is full.
   *
   * @param frameBytes memory of each frame of a stack that only this window keeps; 0 if its source
   *     keeps them anyway
   */
  ProfileGroup.@Nullable Entry entry(
      ProfileGroup group, StackTrace stackTrace, Attributes attributes, Link link, int frameBytes) {
    int hash = group.ordinal();
    hash = 31 * hash + stackTrace.hashCode();
    hash = 31 * hash + attributes.hashCode();
    hash = 31 * hash + link.hashCode();
    int mask = table.length - 1;
    int slot = mix(hash) & mask;
    for (ProfileGroup.Entry entry = table[slot]; entry != null; entry = table[slot]) {
      if (entry.hash == hash && entry.is(group, stackTrace, attributes, link)) {
        return entry;
      }
      slot = (slot + 1) & mask;
    }
    if (isFull()) {
      return null;
    }
    ProfileGroup.Entry entry = new ProfileGroup.Entry(hash, group, stackTrace, attributes, link);
    group.add(entry);
    table[slot] = entry;
    size++;
    bytes += ENTRY_BYTES + STACK_BYTES;
    bytes += (long) stackTrace.depth() * (FRAME_REFERENCE_BYTES + frameBytes);
    if (2 * size > table.length) {
      grow();
    }
    return entry;
  }

  /** An empty one never is, however large its first sample. */
  boolean isFull() {
    return size == maxSamples || bytes >= maxBytes;
  }

  /** Empties the table and keeps room for as many samples as it has held. */
  void clear() {
    int capacity = MIN_CAPACITY;
    while (capacity < 2 * size) {
      capacity *= 2;
    }
    table = new ProfileGroup.Entry[capacity];
    size = 0;
    bytes = 0;
  }

  private void grow() {
    ProfileGroup.@Nullable Entry[] larger = new ProfileGroup.Entry[2 * table.length];
    int mask = larger.length - 1;
    for (ProfileGroup.Entry entry : table) {
      if (entry != null) {
        int slot = mix(entry.hash) & mask;
        while (larger[slot] != null) {
          slot = (slot + 1) & mask;
        }
        larger[slot] = entry;
      }
    }
    table = larger;
  }

  /** Spreads hashes that differ in few bits: those of stacks end in a sum of frames. */
  private static int mix(int hash) {
    int spread = hash * 0x9E3779B9;
    return spread ^ (spread >>> 16);
  }
}
