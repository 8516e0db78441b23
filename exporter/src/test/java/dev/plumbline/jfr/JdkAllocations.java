package dev.plumbline.jfr;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import jdk.jfr.Recording;

/**
 * Allocates at two places under the JDK's recorder, and prints what each took. Arguments: a library
 * that is not used, the file, the bytes, the events to record.
 */
final class JdkAllocations {
  private static final int LARGEST_SMALL = 16 << 10;
  private static final int SMALLEST_LARGE = 256 << 10;
  private static final int LARGEST = 1 << 20;

  private static Object kept;

  private JdkAllocations() {}

  public static void main(String[] args) throws Exception {
    long bytes = Long.parseLong(args[2]);
    try (Recording recording = new Recording()) {
      for (int i = 3; i < args.length; i++) {
        recording.enable(args[i]).withStackTrace().with("throttle", "off");
      }
      recording.start();
      long before = allocated();
      small(bytes);
      long between = allocated();
      large(bytes);
      System.out.println("small=" + (between - before));
      System.out.println("large=" + (allocated() - between));
      recording.stop();
      recording.dump(Path.of(args[1]));
    }
    System.out.println("kept=" + kept.hashCode());
  }

  private static long allocated() {
    return ((com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean())
        .getCurrentThreadAllocatedBytes();
  }

  /** Arrays of 16 bytes to 16 KiB, and as many objects of 16 bytes. */
  private static void small(long bytes) {
    long made = 0;
    for (int size = 16; made < bytes; size = size >= LARGEST_SMALL ? 16 : size + 40) {
      kept = new byte[size];
      kept = new Object();
      made += size + 32;
    }
  }

  private static void large(long bytes) {
    long made = 0;
    for (int size = SMALLEST_LARGE;
        made < bytes;
        size = size >= LARGEST ? SMALLEST_LARGE : size * 2) {
      kept = new byte[size];
      made += size;
    }
  }
}
