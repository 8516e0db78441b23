package dev.plumbline.jfr;

import java.util.Arrays;

/**
 * Records of one kind as columns of primitives, shared by all data sources over them. Confined to
 * one thread while it grows, then read-only.
 */
final class RecordColumns {
  private static final int INITIAL_CAPACITY = 64;

  private int[] stacks = new int[INITIAL_CAPACITY];
  private int[] threads = new int[INITIAL_CAPACITY];
  private int[] details = new int[INITIAL_CAPACITY];
  private long[] counts = new long[INITIAL_CAPACITY];
  private long[] amounts = new long[INITIAL_CAPACITY];
  private int size;

  int size() {
    return size;
  }

  /**
   * @param stack number of the stack trace
   * @param thread number of the thread
   * @param detail number of the text that the kind adds: a class or a thread's state
   */
  void add(int stack, int thread, int detail, long count, long amount) {
    if (size == stacks.length) {
      int capacity = size * 2;
      stacks = Arrays.copyOf(stacks, capacity);
      threads = Arrays.copyOf(threads, capacity);
      details = Arrays.copyOf(details, capacity);
      counts = Arrays.copyOf(counts, capacity);
      amounts = Arrays.copyOf(amounts, capacity);
    }
    stacks[size] = stack;
    threads[size] = thread;
    details[size] = detail;
    counts[size] = count;
    amounts[size++] = amount;
  }

  int stack(int record) {
    return stacks[record];
  }

  int thread(int record) {
    return threads[record];
  }

  int detail(int record) {
    return details[record];
  }

  long count(int record) {
    return counts[record];
  }

  long amount(int record) {
    return amounts[record];
  }
}
