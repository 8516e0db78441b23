package dev.plumbline.kernel;

import java.io.IOException;

/** A loaded program. Thread-safe but for {@link #close()}, which its owner calls once. */
public final class BpfProgram implements AutoCloseable {
  private final String name;
  private final ProgramKind kind;
  private final String section;
  private int fd;

  BpfProgram(String name, ProgramKind kind, String section, int fd) {
    this.name = name;
    this.kind = kind;
    this.section = section;
    this.fd = fd;
  }

  /** Name of the function in the source. */
  public String name() {
    return name;
  }

  /** What the section's name says about where the program may be attached. */
  public ProgramKind kind() {
    return kind;
  }

  /** The rest of the section's name after the kind: the tracepoint, the function; may be empty. */
  public String target() {
    int slash = section.indexOf('/');
    return slash < 0 ? "" : section.substring(slash + 1);
  }

  /** The name of the section as it stands, such as {@code uretprobe/libc:malloc}. */
  public String section() {
    return section;
  }

  int fd() {
    if (fd < 0) {
      throw new IllegalStateException("program " + name + " is closed");
    }
    return fd;
  }

  /** Instructions that the verifier walked through (5.16), 0 where the kernel does not tell. */
  public long verifiedInstructions() throws IOException {
    return DescriptorInfo.number(fd(), "verified_insns");
  }

  @Override
  public void close() {
    if (fd >= 0) {
      Libc.closeDescriptor(fd);
      fd = -1;
    }
  }
}
