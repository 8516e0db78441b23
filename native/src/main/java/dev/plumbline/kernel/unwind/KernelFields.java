package dev.plumbline.kernel.unwind;

import dev.plumbline.kernel.BpfObjectLoader;
import dev.plumbline.kernel.btf.Btf;
import dev.plumbline.kernel.btf.BtfKind;
import dev.plumbline.kernel.btf.MalformedBtfException;
import java.io.IOException;
import java.nio.file.Files;
import org.jspecify.annotations.Nullable;

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
    int taskPid,
    int taskComm,
    int taskGroupLeader,
    int taskStartBoottime,
    int taskSignal,
    int signalLive,
    Owner owner,
    ReturnProbes returnProbes) {
  /** What the programs take for a missing field. */
  static final int NONE = 0xffff;

  private static @Nullable KernelFields running;

  /**
   * Those of the running kernel, which stay: the first who asks reads them, 5.5 MB in some 50 ms.
   * Any thread.
   */
  public static synchronized KernelFields ofRunningKernel() throws IOException {
    KernelFields known = running;
    if (known == null) {
      known = Files.isReadable(Btf.KERNEL) ? of(Btf.read(Btf.KERNEL)) : unknown();
      running = known;
    }
    return known;
  }

  /** Reads the offsets. */
  public static KernelFields of(Btf kernel) throws MalformedBtfException {
    int task = kernel.find("task_struct", BtfKind.STRUCT);
    int signal = kernel.find("signal_struct", BtfKind.STRUCT);
    return new KernelFields(
        offset(kernel, task, "stack"),
        offset(kernel, task, "flags"),
        offset(kernel, task, "tgid"),
        offset(kernel, task, "pid"),
        offset(kernel, task, "comm"),
        offset(kernel, task, "group_leader"),
        offset(kernel, task, "start_boottime"),
        offset(kernel, task, "signal"),
        offset(kernel, signal, "live"),
        Owner.of(kernel, task),
        ReturnProbes.of(kernel, task));
  }

  /** For a kernel without BTF: user-mode samples and no lifecycle. */
  public static KernelFields unknown() {
    return new KernelFields(
        NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, Owner.UNKNOWN, ReturnProbes.UNKNOWN);
  }

  /**
   * Where the effective user and group of a task stand.
   *
   * @param cred {@code task_struct.cred}
   * @param euid {@code cred.euid}, likewise {@code egid}
   */
  record Owner(int cred, int euid, int egid) {
    static final Owner UNKNOWN = new Owner(NONE, NONE, NONE);

    /** All of them, or none: a missing number would pass for root's. */
    static Owner of(Btf kernel, int task) throws MalformedBtfException {
      int cred = kernel.find("cred", BtfKind.STRUCT);
      Owner found =
          new Owner(
              offset(kernel, task, "cred"),
              offset(kernel, cred, "euid"),
              offset(kernel, cred, "egid"));
      boolean isWhole = found.cred != NONE && found.euid != NONE && found.egid != NONE;
      return isWhole ? found : UNKNOWN;
    }

    boolean isKnown() {
      return cred != NONE;
    }

    void set(BpfObjectLoader loader) throws IOException {
      loader
          .constant("cfg_task_cred", cred)
          .constant("cfg_cred_euid", euid)
          .constant("cfg_cred_egid", egid);
    }
  }

  /**
   * Where a thread's list of replaced return addresses lies.
   *
   * @param utask {@code task_struct.utask}
   * @param first {@code uprobe_task.return_instances}
   * @param stack {@code return_instance.stack}, likewise {@code orig_ret_vaddr} and {@code next}
   */
  record ReturnProbes(int utask, int first, int stack, int address, int next) {
    static final ReturnProbes UNKNOWN = new ReturnProbes(NONE, NONE, NONE, NONE, NONE);

    /** All of them, or none: half a list cannot be followed. */
    static ReturnProbes of(Btf kernel, int task) throws MalformedBtfException {
      int utask = kernel.find("uprobe_task", BtfKind.STRUCT);
      int entry = kernel.find("return_instance", BtfKind.STRUCT);
      ReturnProbes found =
          new ReturnProbes(
              offset(kernel, task, "utask"),
              offset(kernel, utask, "return_instances"),
              offset(kernel, entry, "stack"),
              offset(kernel, entry, "orig_ret_vaddr"),
              offset(kernel, entry, "next"));
      boolean isWhole =
          found.utask != NONE
              && found.first != NONE
              && found.stack != NONE
              && found.address != NONE
              && found.next != NONE;
      return isWhole ? found : UNKNOWN;
    }

    void set(BpfObjectLoader loader) throws IOException {
      loader
          .constant("cfg_task_utask", utask)
          .constant("cfg_utask_returns", first)
          .constant("cfg_return_stack", stack)
          .constant("cfg_return_address", address)
          .constant("cfg_return_next", next);
    }
  }

  private static int offset(Btf kernel, int struct, String member) throws MalformedBtfException {
    int offset = struct == 0 ? -1 : kernel.memberOffset(struct, member);
    return offset < 0 || offset >= NONE ? NONE : offset;
  }

  /** The constants that both objects have. */
  void setCommon(BpfObjectLoader loader) throws IOException {
    loader
        .constant("cfg_task_tgid", taskTgid)
        .constant("cfg_task_pid", taskPid)
        .constant("cfg_task_comm", taskComm)
        .constant("cfg_task_flags", taskFlags)
        .constant("cfg_task_group_leader", taskGroupLeader)
        .constant("cfg_task_start_boottime", taskStartBoottime);
  }
}
