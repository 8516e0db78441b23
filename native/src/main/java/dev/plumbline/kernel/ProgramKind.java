package dev.plumbline.kernel;

import org.jspecify.annotations.Nullable;

/** Program types that we load, with the kernel's numbers. */
public enum ProgramKind {
  PERF_EVENT(7),
  RAW_TRACEPOINT(17),
  TRACEPOINT(5),
  /** Kernel and user probes, at entry and return. */
  KPROBE(2);

  private final int number;

  ProgramKind(int number) {
    this.number = number;
  }

  int number() {
    return number;
  }

  /**
   * The kind of a section such as {@code raw_tp/sched_switch}; null for one that we do not load.
   */
  static @Nullable ProgramKind ofSection(String section) {
    int slash = section.indexOf('/');
    return switch (slash < 0 ? section : section.substring(0, slash)) {
      case "perf_event" -> PERF_EVENT;
      case "raw_tp", "raw_tracepoint" -> RAW_TRACEPOINT;
      case "tp", "tracepoint" -> TRACEPOINT;
      case "kprobe", "kretprobe", "uprobe", "uretprobe" -> KPROBE;
      default -> null;
    };
  }
}
