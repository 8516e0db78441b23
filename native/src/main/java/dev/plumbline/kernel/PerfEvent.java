package dev.plumbline.kernel;

import java.io.IOException;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * An event of perf_event_open(2) on one CPU, for all processes, that runs a BPF program. Attached
 * with an ioctl, which all supported kernels know. Confined to one thread; {@link #close()}
 * detaches.
 */
public final class PerfEvent implements AutoCloseable {
  /** Events that the kernel counts itself, so that every machine has them. */
  public enum Software {
    /** Time on the CPU; the period is in nanoseconds. */
    CPU_CLOCK(0),
    /** Pages touched first or brought back; the period is a number of faults. */
    PAGE_FAULTS(2),
    /** Threads leaving the CPU. */
    CONTEXT_SWITCHES(3);

    private final int number;

    Software(int number) {
      this.number = number;
    }
  }

  /** When a probe of a function fires. */
  public enum Moment {
    ENTRY,
    RETURN
  }

  private static final Path DEVICES = Path.of("/sys/bus/event_source/devices");
  private static final int ATTRIBUTE_BYTES = 112;
  private static final int TYPE_HARDWARE = 0;
  private static final int TYPE_SOFTWARE = 1;
  private static final int TYPE_TRACEPOINT = 2;
  private static final long DISABLED = 1;
  private static final long EXCLUDE_IDLE = 1 << 7;
  private static final long IS_FREQUENCY = 1 << 10;
  private static final long ENABLE = 0x2400;
  private static final long DISABLE = 0x2401;
  private static final long SET_PROGRAM = 0x40042408;

  private int fd;

  private PerfEvent(int fd) {
    this.fd = fd;
  }

  /** The CPU clock at a frequency, not while the CPU idles. */
  public static PerfEvent cpuClock(int cpu, int frequencyHertz) throws SystemCallException {
    return open(TYPE_SOFTWARE, 0, frequencyHertz, IS_FREQUENCY | EXCLUDE_IDLE, cpu);
  }

  /** The CPU clock at a frequency, also while the CPU idles. */
  public static PerfEvent cpuClockWithIdle(int cpu, int frequencyHertz) throws SystemCallException {
    return open(TYPE_SOFTWARE, 0, frequencyHertz, IS_FREQUENCY, cpu);
  }

  /** The CPU clock each so many nanoseconds, also while the CPU idles. */
  public static PerfEvent cpuPeriodWithIdle(int cpu, long periodNanos) throws SystemCallException {
    return open(TYPE_SOFTWARE, 0, periodNanos, 0, cpu);
  }

  /** CPU cycles at a frequency; most virtual machines have none ({@code ENOENT}). */
  public static PerfEvent cycles(int cpu, int frequencyHertz) throws SystemCallException {
    return open(TYPE_HARDWARE, 0, frequencyHertz, IS_FREQUENCY | EXCLUDE_IDLE, cpu);
  }

  /** Every {@code period}-th event of a kind. */
  public static PerfEvent software(Software event, int cpu, long period)
      throws SystemCallException {
    return open(TYPE_SOFTWARE, event.number, period, EXCLUDE_IDLE, cpu);
  }

  /** A tracepoint by its id in tracefs. A program attached to one CPU's event runs on all. */
  public static PerfEvent tracepoint(int id, int cpu) throws SystemCallException {
    return open(TYPE_TRACEPOINT, id, 1, 0, cpu);
  }

  /**
   * A function of the kernel, at its entry or return. A program attached to one CPU's event runs on
   * all. Kernels without such probes have no device {@code kprobe}.
   */
  public static PerfEvent kernelProbe(String function, Moment moment) throws IOException {
    return probe("kprobe", function, 0, moment);
  }

  /** A place in the code of all processes that have mapped a file, likewise. */
  public static PerfEvent userProbe(UserProbe probe, Moment moment) throws IOException {
    return probe("uprobe", probe.file().toString(), probe.offset(), moment);
  }

  private static PerfEvent probe(String device, String name, long offset, Moment moment)
      throws IOException {
    Path type = DEVICES.resolve(device).resolve("type");
    if (!Files.isReadable(type)) {
      throw new IOException("this kernel has no " + device + " events: there is no " + type);
    }
    byte[] letters = name.getBytes(StandardCharsets.UTF_8);
    ByteBuffer text = BpfSystemCall.buffer(letters.length + 1).put(0, letters);
    ByteBuffer attributes = BpfSystemCall.buffer(ATTRIBUTE_BYTES);
    attributes.putInt(0, Integer.parseInt(Files.readString(type).strip()));
    attributes.putInt(4, ATTRIBUTE_BYTES);
    attributes.putLong(8, moment == Moment.RETURN ? 1 : 0); // format/retprobe is config:0
    attributes.putLong(16, 1);
    attributes.putLong(40, DISABLED);
    attributes.putLong(56, BpfSystemCall.addressOf(text));
    attributes.putLong(64, offset);
    try {
      return open(attributes, OnlineCpus.read()[0], device + " event on " + name);
    } finally {
      Reference.reachabilityFence(text);
    }
  }

  private static PerfEvent open(int type, long config, long period, long flags, int cpu)
      throws SystemCallException {
    ByteBuffer attributes = BpfSystemCall.buffer(ATTRIBUTE_BYTES);
    attributes.putInt(0, type);
    attributes.putInt(4, ATTRIBUTE_BYTES);
    attributes.putLong(8, config);
    attributes.putLong(16, period);
    attributes.putLong(40, flags | DISABLED);
    return open(attributes, cpu, "perf event type " + type + " config " + config);
  }

  private static PerfEvent open(ByteBuffer attributes, int cpu, String what)
      throws SystemCallException {
    int fd;
    try {
      fd = Libc.perfEventOpen(BpfSystemCall.addressOf(attributes), -1, cpu);
    } finally {
      Reference.reachabilityFence(attributes);
    }
    if (fd < 0) {
      throw new SystemCallException("open " + what + " on CPU " + cpu, -fd);
    }
    return new PerfEvent(fd);
  }

  /** Attaches a program and starts the event. */
  public void attach(BpfProgram program) throws SystemCallException {
    control(SET_PROGRAM, program.fd(), "attach program " + program.name());
    enable();
  }

  /** Starts the event, again. */
  public void enable() throws SystemCallException {
    control(ENABLE, 0, "enable perf event");
  }

  /** Stops the event; the program stays attached. */
  public void disable() throws SystemCallException {
    control(DISABLE, 0, "disable perf event");
  }

  private void control(long request, long argument, String what) throws SystemCallException {
    int result = Libc.control(fd, request, argument);
    if (result < 0) {
      throw new SystemCallException(what, -result);
    }
  }

  @Override
  public void close() {
    if (fd >= 0) {
      Libc.closeDescriptor(fd);
      fd = -1;
    }
  }
}
