package dev.plumbline.kernel;

import java.nio.file.Path;

/**
 * Something that a gadget needs of the kernel or of our own rights. Values; compared by content.
 */
public sealed interface Requirement {
  /** Names the requirement in a message. */
  String description();

  /** This process holds a capability. */
  record Held(Capability capability) implements Requirement {
    @Override
    public String description() {
      return "capability " + capability.kernelName();
    }
  }

  /** Programs of a kind may call a helper; under lockdown the kernel withdraws some. */
  record Helper(ProgramKind kind, HelperFunction helper) implements Requirement {
    @Override
    public String description() {
      return "helper " + helper.kernelName() + " in " + kind + " programs";
    }
  }

  /** Maps of a type can be created. */
  record Map(MapType type) implements Requirement {
    @Override
    public String description() {
      return "BPF map type " + type;
    }
  }

  /** A file can be read, such as {@code /sys/kernel/btf/vmlinux}. */
  record ReadableFile(Path file) implements Requirement {
    @Override
    public String description() {
      return "readable file " + file;
    }
  }

  /** The kernel is not locked down to confidentiality: programs may read kernel memory. */
  record KernelMemory() implements Requirement {
    @Override
    public String description() {
      return "no lockdown to confidentiality";
    }
  }

  /** tracefs is mounted and readable. */
  record TracingFiles() implements Requirement {
    @Override
    public String description() {
      return "mounted tracefs";
    }
  }

  /** perf_event_open gives the CPU clock of all processes. */
  record CpuClock() implements Requirement {
    @Override
    public String description() {
      return "perf event CPU clock of all processes";
    }
  }
}
