package dev.plumbline.kernel.unwind;

import dev.plumbline.kernel.BpfObjectLoader;
import dev.plumbline.kernel.btf.Btf;
import dev.plumbline.kernel.btf.BtfKind;
import dev.plumbline.kernel.btf.MalformedBtfException;
import java.io.IOException;

/**
 * Offsets in the kernel's structures, from its own BTF: they replace relocation by the kernel,
 * which only 5.17 and later do. Immutable.
 *
 * @param taskStack {@code task_struct.stack}; each value is {@link #NONE} where the field is
 *     missing
 */
public record KernelFields(
    int taskStack,
    int taskFlags,
    int taskTgid,
    int taskGroupLeader,
    int taskStartBoottime,
    int taskSignal,
    int signalLive) {
  /** What the programs take for a missing field. */
  static final int NONE = 0xffff;

  /** Reads the offsets. */
  public static KernelFields of(Btf kernel) throws MalformedBtfException {
    int task = kernel.find("task_struct", BtfKind.STRUCT);
    int signal = kernel.find("signal_struct", BtfKind.STRUCT);
    return new KernelFields(
        offset(kernel, task, "stack"),
        offset(kernel, task, "flags"),
        offset(kernel, task, "tgid"),
        offset(kernel, task, "group_leader"),
        offset(kernel, task, "start_boottime"),
        offset(kernel, task, "signal"),
        offset(kernel, signal, "live"));
  }

  /** For a kernel without BTF: user-mode samples and no lifecycle. */
  public static KernelFields unknown() {
    return new KernelFields(NONE, NONE, NONE, NONE, NONE, NONE, NONE);
  }

  private static int offset(Btf kernel, int struct, String member) throws MalformedBtfException {
    int offset = struct == 0 ? -1 : kernel.memberOffset(struct, member);
    return offset < 0 || offset >= NONE ? NONE : offset;
  }

  /** The constants that both objects have. */
  void setCommon(BpfObjectLoader loader) throws IOException {
    loader
        .constant("cfg_task_tgid", taskTgid)
        .constant("cfg_task_flags", taskFlags)
        .constant("cfg_task_group_leader", taskGroupLeader)
        .constant("cfg_task_start_boottime", taskStartBoottime);
  }
}
