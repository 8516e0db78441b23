package dev.plumbline.kernel;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** A program attached to a raw tracepoint; needs no tracefs. Closing detaches, once. */
public final class RawTracepoint implements AutoCloseable {
  private int fd;

  private RawTracepoint(int fd) {
    this.fd = fd;
  }

  /** Attaches to the tracepoint that the program's section names. */
  public static RawTracepoint attach(BpfProgram program) throws SystemCallException {
    return attach(program.target(), program);
  }

  /** Attaches to a tracepoint by name, such as {@code sched_switch}. */
  public static RawTracepoint attach(String tracepoint, BpfProgram program)
      throws SystemCallException {
    byte[] letters = tracepoint.getBytes(StandardCharsets.US_ASCII);
    ByteBuffer name = BpfSystemCall.buffer(letters.length + 1);
    name.put(0, letters);
    int fd =
        new BpfSystemCall()
            .putLong(0, BpfSystemCall.addressOf(name))
            .putInt(8, program.fd())
            .call(BpfSystemCall.RAW_TRACEPOINT_OPEN, 16, name);
    if (fd < 0) {
      throw new SystemCallException(
          "attach program " + program.name() + " to raw tracepoint " + tracepoint, -fd);
    }
    return new RawTracepoint(fd);
  }

  @Override
  public void close() {
    if (fd >= 0) {
      Libc.closeDescriptor(fd);
      fd = -1;
    }
  }
}
