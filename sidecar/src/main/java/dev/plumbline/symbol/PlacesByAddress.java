package dev.plumbline.symbol;

/** Sorting of places by address without an object for each. Pure functions. */
final class PlacesByAddress {
  private PlacesByAddress() {}

  /** The places 0 to count - 1 by unsigned address; equal addresses keep their order. */
  static int[] sorted(long[] addresses, int count) {
    int[] from = new int[count];
    for (int i = 0; i < count; i++) {
      from[i] = i;
    }
    int[] to = new int[count];
    for (int width = 1; width < count; width *= 2) {
      for (int start = 0; start < count; start += 2 * width) {
        int middle = Math.min(start + width, count);
        merge(addresses, from, start, middle, Math.min(middle + width, count), to);
      }
      int[] swap = from;
      from = to;
      to = swap;
    }
    return from;
  }

  private static void merge(
      long[] addresses, int[] from, int start, int middle, int end, int[] to) {
    int left = start;
    int right = middle;
    for (int at = start; at < end; at++) {
      boolean takesLeft =
          right >= end
              || (left < middle
                  && Long.compareUnsigned(addresses[from[left]], addresses[from[right]]) <= 0);
      to[at] = takesLeft ? from[left++] : from[right++];
    }
  }
}
