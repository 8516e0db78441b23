package dev.plumbline.probe;

import dev.plumbline.gadget.Field;
import dev.plumbline.metric.MetricSource;
import java.util.List;

/**
 * Adds what is known of a process to its records: owner, parent, container, resource (§5.1 of the
 * study of Inspektor Gadget). Confined to the run's thread, but for {@link #report}.
 */
public interface ProcessEnricher extends MetricSource {
  /** What it fills, the same at every call. */
  List<Field> fields();

  /**
   * What is known of a process.
   *
   * @param startNanos start of the process, CLOCK_BOOTTIME; 0 if not known
   * @param cgroupId inode of its cgroup; 0 if not known
   * @param program that it ran when it was seen
   */
  ProcessFields of(int pid, long startNanos, long cgroupId, Program program);

  /**
   * A program that a process ran: it runs another one after each {@code execve}.
   *
   * @param sinceNanos when the process began to run it, CLOCK_MONOTONIC; 0 if it did before we
   *     looked, or if that is not known
   * @param executable its path as the process sees it; empty if that is not known
   * @param name of the leading thread, or of the thread that was seen; may be empty
   */
  record Program(long sinceNanos, String executable, String name) {
    /** Nothing was seen of it but the process's id. */
    public static final Program UNKNOWN = new Program(0, "", "");
  }

  /** Values in the order of {@link #fields()}; a field without a value is 0, false or empty. */
  interface ProcessFields {
    /** Whether the process is one that the user wants to see, by its container. */
    boolean isSelected();

    /** Of an integer field. */
    long integer(int field);

    /** Of a text field. */
    String text(int field);

    /** Of a boolean field. */
    boolean bool(int field);
  }
}
