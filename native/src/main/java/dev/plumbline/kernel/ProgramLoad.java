package dev.plumbline.kernel;

import dev.plumbline.kernel.ObjectFile.Function;
import java.io.IOException;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One program on its way into the kernel. Prepared by the loader's thread; {@link #run} may be in
 * any, before the rest is asked.
 */
final class ProgramLoad implements AutoCloseable {
  private static final int LOG_BYTES = (1 << 24) - 1; // the most that all kernels accept
  private static final int MAX_ATTEMPTS = 5;

  private final String name;
  private final ProgramKind kind;
  private final String section;
  private final BpfSystemCall call;
  private final int size;

  /** What the call holds the addresses of. */
  private final List<ByteBuffer> held;

  private @Nullable BpfProgram program;
  private @Nullable VerifierException failure;

  private ProgramLoad(
      String name,
      ProgramKind kind,
      String section,
      BpfSystemCall call,
      int size,
      List<ByteBuffer> held) {
    this.name = name;
    this.kind = kind;
    this.section = section;
    this.call = call;
    this.size = size;
    this.held = held;
  }

  static ProgramLoad of(ObjectFile object, Function function, ProgramCode code, ObjectTypes types)
      throws IOException {
    String section = function.section().name();
    ProgramKind kind = ProgramKind.ofSection(section);
    if (kind == null) {
      throw new ObjectFormatException(
          object.name()
              + ": program "
              + function.name()
              + " is in section "
              + section
              + ", which is not supported");
    }
    ByteBuffer instructions = code.instructions();
    ByteBuffer license = BpfSystemCall.buffer(128);
    license.put(0, object.license().getBytes(StandardCharsets.US_ASCII));
    ByteBuffer functions = types.functionInfo(code);
    ByteBuffer relocations = types.relocations(code);
    BpfSystemCall call =
        new BpfSystemCall()
            .putInt(0, kind.number())
            .putInt(4, instructions.capacity() / 8)
            .putLong(8, BpfSystemCall.addressOf(instructions))
            .putLong(16, BpfSystemCall.addressOf(license))
            .putName(48, function.name());
    if (functions.capacity() > 0) {
      call.putInt(72, types.fd())
          .putInt(76, 8)
          .putLong(80, BpfSystemCall.addressOf(functions))
          .putInt(88, functions.capacity() / 8);
    }
    if (relocations.capacity() > 0) {
      call.putInt(116, relocations.capacity() / 16)
          .putLong(128, BpfSystemCall.addressOf(relocations))
          .putInt(136, 16);
    }
    return new ProgramLoad(
        function.name(),
        kind,
        section,
        call,
        relocations.capacity() > 0 ? 144 : 120,
        List.of(instructions, license, functions, relocations));
  }

  /** Has the kernel verify the program; takes up to some tenths of a second. */
  void run() {
    try {
      program = new BpfProgram(name, kind, section, verify());
    } catch (VerifierException e) {
      failure = e;
    } finally {
      Reference.reachabilityFence(held);
    }
  }

  /** EAGAIN: a signal reached the verifier. A log costs time, so it is written on failure only. */
  private int verify() throws VerifierException {
    int result = -Errno.EAGAIN;
    for (int i = 0; i < MAX_ATTEMPTS && result == -Errno.EAGAIN; i++) {
      result = call.call(BpfSystemCall.PROGRAM_LOAD, size);
    }
    if (result >= 0) {
      return result;
    }
    ByteBuffer log = BpfSystemCall.buffer(LOG_BYTES);
    call.putInt(24, 1).putInt(28, LOG_BYTES).putLong(32, BpfSystemCall.addressOf(log));
    int again = call.call(BpfSystemCall.PROGRAM_LOAD, size, log);
    if (again >= 0) {
      return again;
    }
    throw new VerifierException(name, -result, tail(log));
  }

  private static String tail(ByteBuffer log) {
    int end = 0;
    while (end < log.capacity() && log.get(end) != 0) {
      end++;
    }
    byte[] last = new byte[Math.min(end, BpfSystemCall.MAX_LOG_CHARS)];
    log.get(end - last.length, last);
    return new String(last, StandardCharsets.US_ASCII).strip();
  }

  /** Name of the function in the source. */
  String name() {
    return name;
  }

  /** The loaded program; the verifier's refusal if it was not taken. */
  BpfProgram program() throws VerifierException {
    if (failure != null) {
      throw failure;
    }
    if (program == null) {
      throw new IllegalStateException("program " + name + " was not loaded yet");
    }
    return program;
  }

  @Override
  public void close() {
    if (program != null) {
      program.close();
    }
  }
}
