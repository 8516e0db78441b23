package dev.plumbline.symbol;

import dev.plumbline.profile.Frame;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finished frames by address, or by another number that stands for one: open addressing, no boxing.
 * Confined to one thread or one lock.
 */
public final class FrameTable {
  private static final int FIRST_SLOTS = 16;

  private long[] addresses = new long[FIRST_SLOTS];
  private @Nullable List<Frame>[] frames = newSlots(FIRST_SLOTS);
  private int size;

  @SuppressWarnings({"unchecked", "rawtypes"})
  private static @Nullable List<Frame>[] newSlots(int slots) {
    return new List[slots];
  }

  private static int slot(long address, int slots) {
    long mixed = address * 0x9e3779b97f4a7c15L;
    return (int) (mixed >>> 32) & (slots - 1);
  }

  /** The frames of an address, or null. */
  public @Nullable List<Frame> get(long address) {
    int slot = slot(address, addresses.length);
    while (frames[slot] != null) {
      if (addresses[slot] == address) {
        return frames[slot];
      }
      slot = (slot + 1) & (addresses.length - 1);
    }
    return null;
  }

  /** Adds an address that is not there yet. */
  public void put(long address, List<Frame> of) {
    if (2 * (size + 1) > addresses.length) {
      grow();
    }
    insert(address, of);
    size++;
  }

  private void insert(long address, List<Frame> of) {
    int slot = slot(address, addresses.length);
    while (frames[slot] != null) {
      slot = (slot + 1) & (addresses.length - 1);
    }
    addresses[slot] = address;
    frames[slot] = of;
  }

  private void grow() {
    long[] oldAddresses = addresses;
    @Nullable List<Frame>[] oldFrames = frames;
    addresses = new long[2 * oldAddresses.length];
    frames = newSlots(addresses.length);
    for (int i = 0; i < oldAddresses.length; i++) {
      List<Frame> of = oldFrames[i];
      if (of != null) {
        insert(oldAddresses[i], of);
      }
    }
  }

  /** Addresses in the table. */
  public int size() {
    return size;
  }
}
