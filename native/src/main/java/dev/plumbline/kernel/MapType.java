package dev.plumbline.kernel;

/** Kinds of BPF maps that we create or meet; each with the kernel's number. */
public enum MapType {
  HASH(1),
  ARRAY(2),
  PROGRAM_ARRAY(3),
  PERF_EVENT_ARRAY(4),
  PER_CPU_HASH(5),
  PER_CPU_ARRAY(6),
  STACK_TRACE(7),
  LRU_HASH(9),
  LRU_PER_CPU_HASH(10),
  LPM_TRIE(11),
  ARRAY_OF_MAPS(12),
  HASH_OF_MAPS(13),
  QUEUE(22),
  STACK(23),
  RING_BUFFER(27),
  TASK_STORAGE(29);

  private final int number;

  MapType(int number) {
    this.number = number;
  }

  int number() {
    return number;
  }

  static MapType of(int number) {
    for (MapType type : values()) {
      if (type.number == number) {
        return type;
      }
    }
    throw new IllegalArgumentException("map type " + number + " is not supported");
  }

  /** A value is one slot per possible CPU. */
  public boolean isPerCpu() {
    return this == PER_CPU_HASH || this == PER_CPU_ARRAY || this == LRU_PER_CPU_HASH;
  }

  /** Elements exist from the start and cannot be deleted. */
  boolean isArray() {
    return this == ARRAY || this == PER_CPU_ARRAY;
  }
}
