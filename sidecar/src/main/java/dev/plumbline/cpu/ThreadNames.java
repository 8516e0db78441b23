package dev.plumbline.cpu;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Names of threads by the sixteen bytes in which the kernel keeps them: a host has few, and each
 * becomes a text once. Open addressing; when it is full it begins anew. Confined to the run's
 * thread.
 */
final class ThreadNames {
  static final int MAX_NAMES = 2048;

  private static final int SLOTS = 2 * MAX_NAMES;
  private static final int NAME_BYTES = 16;

  private long[] halves = new long[2 * SLOTS];
  private @Nullable String[] names = new String[SLOTS];
  private int size;

  String of(long low, long high) {
    long mixed = (low * 31 + high) * 0x9E3779B97F4A7C15L;
    int slot = (int) (mixed >>> 32) & (SLOTS - 1);
    for (String name = names[slot]; name != null; name = names[slot]) {
      if (halves[2 * slot] == low && halves[2 * slot + 1] == high) {
        return name;
      }
      slot = (slot + 1) & (SLOTS - 1);
    }
    String name = text(low, high);
    if (size == MAX_NAMES) {
      halves = new long[2 * SLOTS];
      names = new String[SLOTS];
      size = 0;
    } else {
      halves[2 * slot] = low;
      halves[2 * slot + 1] = high;
      names[slot] = name;
      size++;
    }
    return name;
  }

  private static String text(long low, long high) {
    byte[] name = new byte[NAME_BYTES];
    ByteBuffer.wrap(name).order(ByteOrder.nativeOrder()).putLong(0, low).putLong(8, high);
    int length = 0;
    while (length < name.length && name[length] != 0) {
      length++;
    }
    return new String(name, 0, length, StandardCharsets.UTF_8);
  }
}
