package dev.plumbline.probe;

import dev.plumbline.gadget.Field;
import java.util.List;

/**
 * Adds what is known of a process to its records: owner, parent, container, resource (§5.1 of the
 * study of Inspektor Gadget). Confined to the run's thread.
 */
public interface ProcessEnricher {
  /** What it fills, the same at every call. */
  List<Field> fields();

  /**
   * What is known of a process.
   *
   * @param startNanos start of the process, CLOCK_BOOTTIME; 0 if not known
   * @param cgroupId inode of its cgroup; 0 if not known
   * @param name of its program or of the thread that was seen, for a process that is already gone
   */
  ProcessFields of(int pid, long startNanos, long cgroupId, String name);

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
