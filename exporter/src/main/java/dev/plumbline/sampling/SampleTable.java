package dev.plumbline.sampling;

import dev.plumbline.profile.Attributes;
import dev.plumbline.profile.Link;
import dev.plumbline.profile.StackTrace;
import org.jspecify.annotations.Nullable;

/**
 * The distinct samples of the open window: a hash table with open addressing, at most half full,
 * which compares the cached hashes first, identities next and values last. Confined to the
 * aggregator's thread.
 */
final class SampleTable {
  private static final int MIN_CAPACITY = 256;

  private final int maxSamples;
  private ProfileGroup.@Nullable Entry[] table = new ProfileGroup.Entry[MIN_CAPACITY];
  private int size;

  SampleTable(int maxSamples) {
    this.maxSamples = maxSamples;
  }

  /** The entry of that sample, new if it was not there; null if it is not and the table is full. */
  ProfileGroup.@Nullable Entry entry(
      ProfileGroup group, StackTrace stackTrace, Attributes attributes, Link link) {
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
    if (2 * size > table.length) {
      grow();
    }
    return entry;
  }

  boolean isFull() {
    return size == maxSamples;
  }

  /** Empties the table and keeps room for as many samples as it has held. */
  void clear() {
    int capacity = MIN_CAPACITY;
    while (capacity < 2 * size) {
      capacity *= 2;
    }
    table = new ProfileGroup.Entry[capacity];
    size = 0;
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
