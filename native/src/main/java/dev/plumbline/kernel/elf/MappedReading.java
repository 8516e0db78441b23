package dev.plumbline.kernel.elf;

import java.io.IOException;

/**
 * Reads from mapped files that others may truncate: compilers, {@code strip} and {@code cp} write
 * into the file that is there. Stateless.
 *
 * <p>A page behind the new end faults. The JVM makes an {@link InternalError} of that; but up to
 * Java 17 compiled code only notes the fault, goes on with whatever the register held, and the
 * error is thrown at the thread's next call into the JVM: out of reach of a {@code catch} around
 * the reading, and the end of its thread. So each reading ends here with such a call.
 *
 * <p>Stubs and native code (checksums, inflaters) must not be given mapped bytes at all: a fault
 * there ends the JVM.
 */
public final class MappedReading {
  /** What reads. Bytes may be nonsense before the fault is told: loops must be bounded. */
  @FunctionalInterface
  public interface Source<T> {
    /** Returns what was read. */
    T read() throws IOException;
  }

  /** No constant: the JVM's compilers would make the array without a call. */
  private static int length = 1;

  private MappedReading() {}

  /**
   * Reads.
   *
   * @throws FileShrankException if the file has become too short for what was read
   */
  public static <T> T of(Source<T> source) throws IOException {
    try {
      try {
        return source.read();
      } finally {
        throwNotedFault();
      }
    } catch (InternalError e) {
      throw new FileShrankException(e);
    }
  }

  /**
   * Arrays of more than one dimension are made by the JVM itself, not by compiled code; of all such
   * calls this one costs least, some tenths of a microsecond.
   */
  private static int throwNotedFault() {
    return new int[length][length].length;
  }
}
