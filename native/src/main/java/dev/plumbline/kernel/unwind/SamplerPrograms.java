package dev.plumbline.kernel.unwind;

import dev.plumbline.kernel.BpfMap;
import dev.plumbline.kernel.BpfObject;
import dev.plumbline.kernel.BpfObjectLoader;
import dev.plumbline.kernel.HelperFunction;
import dev.plumbline.kernel.KernelProbe;
import dev.plumbline.kernel.MapDefinition;
import dev.plumbline.kernel.MapType;
import dev.plumbline.kernel.ProgramKind;
import dev.plumbline.kernel.Requirement;
import dev.plumbline.kernel.SystemCallException;
import dev.plumbline.kernel.VerifierException;
import dev.plumbline.kernel.unwind.SamplerOptions.Switch;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Chooses the variant of the sampling programs by trying, and loads it. Confined to one thread. */
final class SamplerPrograms {
  private static final int COMM_BYTES = 16;
  private static final int SMALLEST_RING = 64 << 10;
  private static final List<String> SHARED = List.of("processes", "known", "hotspots", "counters");

  private final SamplerOptions options;
  private final KernelFields fields;

  SamplerPrograms(SamplerOptions options) throws IOException {
    this.options = options;
    this.fields = KernelFields.ofRunningKernel();
  }

  /**
   * An object and the variant that was accepted.
   *
   * @param refusal what the verifier had against a better one; null for nothing
   */
  record Loaded(BpfObject object, SamplerVariant variant, @Nullable VerifierException refusal) {}

  /** From the best variant down; the last failure is the one reported. */
  Loaded loadSampler() throws IOException {
    boolean reads = has(HelperFunction.PROBE_READ_KERNEL);
    boolean registers =
        has(HelperFunction.TASK_PT_REGS) && has(HelperFunction.GET_CURRENT_TASK_BTF);
    SamplerVariant variant =
        new SamplerVariant(reads, registers, false, SamplerOptions.NATIVE_FRAMES, false, 0);
    VariantLadder ladder = VariantLadder.ofKernel(SamplerPrograms::mayCreateMaps);
    while (true) {
      SystemCallException failure;
      SamplerVariant next;
      try {
        return new Loaded(load(variant), variant, ladder.refusal());
      } catch (VerifierException e) {
        failure = e;
        next = ladder.after(variant, e);
      } catch (SystemCallException e) {
        failure = e;
        next = ladder.after(variant, e);
      }
      if (next == null) {
        throw failure;
      }
      variant = next;
    }
  }

  /** Then a refusal means that memory may not be locked. */
  private static boolean mayCreateMaps() {
    return KernelProbe.probe(new Requirement.Map(MapType.ARRAY)).isMet();
  }

  private static boolean has(HelperFunction helper) {
    return KernelProbe.probe(new Requirement.Helper(ProgramKind.PERF_EVENT, helper)).isMet();
  }

  /** One variant, whether it is the best one or not. */
  BpfObject load(SamplerVariant variant) throws IOException {
    BpfObjectLoader loader = BpfObjectLoader.packed("profile_cpu");
    fields.setCommon(loader);
    fields.owner().set(loader);
    fields.returnProbes().set(loader);
    loader
        .constant("cfg_kernel_reads", variant.kernelReads() ? 1 : 0)
        .constant("cfg_task_pt_regs", variant.registersHelper() ? 1 : 0)
        .constant("cfg_task_stack", fields.taskStack())
        .constant("cfg_native_frames", variant.nativeFrames())
        .constant("cfg_frame_pointers_only", variant.framePointersOnly() ? 1 : 0)
        .constant("cfg_own_tgid", options.excludedTgid())
        .constant("cfg_kernel_stacks", options.isOn(Switch.WITHOUT_KERNEL_STACKS) ? 0 : 1)
        .constant("cfg_user_stacks", options.isOn(Switch.WITHOUT_USER_STACKS) ? 0 : 1)
        .constant("cfg_include_idle", options.isOn(Switch.WITH_IDLE) ? 1 : 0)
        .constant("cfg_select_tgids", options.isOn(Switch.SELECTED_PROCESSES) ? 1 : 0)
        .constant("cfg_select_cgroups", options.isOn(Switch.SELECTED_CGROUPS) ? 1 : 0)
        .constant("cfg_tid", options.selectedTid())
        .constant("cfg_comm_low", commHalf(0))
        .constant("cfg_comm_high", commHalf(8))
        .constant("cfg_uid", options.selectedUid())
        .constant("cfg_gid", options.selectedGid())
        .constant("cfg_stacks_per_second", options.stacksPerSecond())
        .constant("cfg_wakeup_bytes", ringBytes(variant) / 2);
    loader.change("samples", map -> map.withMaxEntries(ringBytes(variant)));
    loader.change("processes", map -> sized(map, variant));
    BpfObject object = loader.load();
    try {
      BpfMap programs = object.map("programs");
      programs.put(0, object.program("unwind_native"));
      programs.put(1, object.program("unwind_hotspot"));
      programs.put(2, object.program("copy_stack"));
      programs.put(3, object.program("unwind_go"));
      programs.put(4, object.program("unwind_return_probe"));
      return object;
    } catch (IOException | RuntimeException e) {
      object.close();
      throw e;
    }
  }

  /** Eight bytes of a thread's name as the kernel has it: padded with zeros, one at least. */
  private long commHalf(int from) {
    byte[] name = options.selectedComm().getBytes(StandardCharsets.UTF_8);
    ByteBuffer padded = ByteBuffer.allocate(COMM_BYTES).order(ByteOrder.nativeOrder());
    padded.put(0, name, 0, Math.min(name.length, COMM_BYTES - 1));
    return padded.getLong(from);
  }

  private int ringBytes(SamplerVariant variant) {
    int smallest = Math.min(SMALLEST_RING, options.ringBytes());
    return Math.max(smallest, options.ringBytes() >> variant.shrinkShift());
  }

  private MapDefinition sized(MapDefinition map, SamplerVariant variant) {
    return variant.preallocated() || variant.shrinkShift() > 0
        ? map.withMaxEntries(
                Math.max(16, options.maxPreallocatedProcesses() >> variant.shrinkShift()))
            .withFlags(variant.preallocated() ? 0 : MapDefinition.NO_PREALLOCATION)
        : map.withMaxEntries(options.maxProcesses()).withFlags(MapDefinition.NO_PREALLOCATION);
  }

  /** The lifecycle programs can work: they need fields and the right to read them. */
  boolean canFollowProcesses(SamplerVariant variant) {
    return variant.kernelReads()
        && fields.taskTgid() != KernelFields.NONE
        && fields.taskSignal() != KernelFields.NONE
        && fields.signalLive() != KernelFields.NONE;
  }

  /** The programs find out whose a process is; else they leave out none by its owner. */
  boolean canCompareOwners(SamplerVariant variant) {
    return variant.kernelReads()
        && fields.taskGroupLeader() != KernelFields.NONE
        && fields.owner().isKnown();
  }

  BpfObject loadLifecycle(BpfObject sampler) throws IOException {
    BpfObjectLoader loader = BpfObjectLoader.packed("process_lifecycle");
    fields.setCommon(loader);
    loader
        .constant("cfg_kernel_reads", 1)
        .constant("cfg_task_signal", fields.taskSignal())
        .constant("cfg_signal_live", fields.signalLive());
    for (String map : SHARED) {
      loader.share(map, sampler.map(map));
    }
    return loader.load();
  }
}
