package dev.plumbline.kernel;

import java.util.Locale;

/** BPF helpers whose presence decides which variant of a program is loaded; with their numbers. */
public enum HelperFunction {
  GET_STACK(67),
  PROBE_READ_USER(112),
  PROBE_READ_KERNEL(113),
  RINGBUF_OUTPUT(130),
  GET_CURRENT_TASK_BTF(158),
  TASK_PT_REGS(175),
  GET_CURRENT_CGROUP_ID(80),
  LOOP(181);

  private final int number;

  HelperFunction(int number) {
    this.number = number;
  }

  int number() {
    return number;
  }

  /** Name in the kernel's sources. */
  public String kernelName() {
    return "bpf_" + name().toLowerCase(Locale.ROOT);
  }
}
