package dev.plumbline.kernel.unwind;

import java.util.EnumSet;
import java.util.Set;

/** What the sampling programs are loaded with. Immutable; made by {@link #builder()}. */
public final class SamplerOptions {
  /** Choices that are on or off. */
  public enum Switch {
    /** Leave out kernel stacks. */
    WITHOUT_KERNEL_STACKS,
    /** Leave out user stacks. */
    WITHOUT_USER_STACKS,
    /** Sample the idle task too. */
    WITH_IDLE,
    /** Only processes named by {@link StackSampler#selectProcess}. */
    SELECTED_PROCESSES,
    /** Only cgroups named by {@link StackSampler#selectCgroup}. */
    SELECTED_CGROUPS
  }

  /** Sample ring: 20,000 samples a second of 780 bytes fill it in half a second. */
  public static final int DEFAULT_RING_BYTES = 8 << 20;

  /** Most processes where the kernel allocates entries as they come (6.1). */
  public static final int DEFAULT_MAX_PROCESSES = 8192;

  /** Most processes where entries are allocated in advance, 4 KiB each. */
  public static final int DEFAULT_MAX_PREALLOCATED_PROCESSES = 1024;

  /** Every user, every group. */
  public static final int ANY_OWNER = -1;

  /** Stack copies per CPU and second, 8 KiB each. */
  public static final int DEFAULT_STACKS_PER_SECOND = 200;

  /** Native frames walked by one program run; what {@code unwind.h} is sized for. */
  static final int NATIVE_FRAMES = 16;

  private final Set<Switch> switches;
  private final int ringBytes;
  private final int maxProcesses;
  private final int maxPreallocatedProcesses;
  private final int stacksPerSecond;
  private final int excludedTgid;
  private final int selectedTid;
  private final String selectedComm;
  private final int selectedUid;
  private final int selectedGid;

  private SamplerOptions(Builder builder) {
    this.switches = Set.copyOf(builder.switches);
    this.ringBytes = builder.ringBytes;
    this.maxProcesses = builder.maxProcesses;
    this.maxPreallocatedProcesses = builder.maxPreallocatedProcesses;
    this.stacksPerSecond = builder.stacksPerSecond;
    this.excludedTgid = builder.excludedTgid;
    this.selectedTid = builder.selectedTid;
    this.selectedComm = builder.selectedComm;
    this.selectedUid = builder.selectedUid;
    this.selectedGid = builder.selectedGid;
  }

  /** Starts with the defaults. */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * A ring for that rate: what all CPUs send in a second at a kilobyte a sample, at least a quarter
   * of the largest, which holds 20,000 samples a second for nearly half of one.
   *
   * @param frequencyHertz samples a second and CPU
   */
  public static int ringBytesFor(int frequencyHertz) {
    long bytes = 1024L * frequencyHertz * Runtime.getRuntime().availableProcessors();
    int size = DEFAULT_RING_BYTES / 4;
    while (size < bytes && size < DEFAULT_RING_BYTES) {
      size *= 2;
    }
    return size;
  }

  boolean isOn(Switch wanted) {
    return switches.contains(wanted);
  }

  int ringBytes() {
    return ringBytes;
  }

  int maxProcesses() {
    return maxProcesses;
  }

  int maxPreallocatedProcesses() {
    return maxPreallocatedProcesses;
  }

  int stacksPerSecond() {
    return stacksPerSecond;
  }

  int excludedTgid() {
    return excludedTgid;
  }

  int selectedTid() {
    return selectedTid;
  }

  String selectedComm() {
    return selectedComm;
  }

  int selectedUid() {
    return selectedUid;
  }

  int selectedGid() {
    return selectedGid;
  }

  /** Collects options. Confined to one thread. */
  public static final class Builder {
    private final Set<Switch> switches = EnumSet.noneOf(Switch.class);
    private int ringBytes = DEFAULT_RING_BYTES;
    private int maxProcesses = DEFAULT_MAX_PROCESSES;
    private int maxPreallocatedProcesses = DEFAULT_MAX_PREALLOCATED_PROCESSES;
    private int stacksPerSecond = DEFAULT_STACKS_PER_SECOND;
    private int excludedTgid;
    private int selectedTid;
    private String selectedComm = "";
    private int selectedUid = ANY_OWNER;
    private int selectedGid = ANY_OWNER;

    private Builder() {}

    /** Turns a switch on. */
    public Builder with(Switch on) {
      switches.add(on);
      return this;
    }

    /** Size of the sample ring: a power of two, at least a page. */
    public Builder ringBytes(int bytes) {
      ringBytes = bytes;
      return this;
    }

    /** Most known processes on 6.1 and later. */
    public Builder maxProcesses(int processes) {
      maxProcesses = processes;
      return this;
    }

    /** Most known processes on earlier kernels. */
    public Builder maxPreallocatedProcesses(int processes) {
      maxPreallocatedProcesses = processes;
      return this;
    }

    /** Stack copies per CPU and second; 0 sends none. */
    public Builder stacksPerSecond(int stacks) {
      stacksPerSecond = stacks;
      return this;
    }

    /** A process that is never sampled, usually our own; in the initial pid namespace. */
    public Builder excludedTgid(int tgid) {
      excludedTgid = tgid;
      return this;
    }

    /** The only thread that is sampled, in the initial pid namespace; 0 for all. */
    public Builder selectedTid(int tid) {
      selectedTid = tid;
      return this;
    }

    /** The name of the threads that are sampled, at most 15 bytes of it; empty for all. */
    public Builder selectedComm(String comm) {
      selectedComm = comm;
      return this;
    }

    /**
     * The effective user of the processes that are sampled, in the initial user namespace. A kernel
     * whose structures are not known leaves nobody out.
     */
    public Builder selectedUid(int uid) {
      selectedUid = uid;
      return this;
    }

    /** The effective group of the processes that are sampled, likewise. */
    public Builder selectedGid(int gid) {
      selectedGid = gid;
      return this;
    }

    /** Checks sizes. */
    public SamplerOptions build() {
      if (ringBytes < 4096 || Integer.bitCount(ringBytes) != 1) {
        throw new IllegalArgumentException(
            "ring of " + ringBytes + " bytes, expected a power of two from 4096 on");
      }
      if (maxProcesses < 1 || maxPreallocatedProcesses < 1 || stacksPerSecond < 0) {
        throw new IllegalArgumentException(
            maxProcesses
                + ", "
                + maxPreallocatedProcesses
                + " processes, "
                + stacksPerSecond
                + " stacks a second");
      }
      return new SamplerOptions(this);
    }
  }
}
