package dev.plumbline.object;

import dev.plumbline.descriptor.GadgetDescriptor;
import dev.plumbline.descriptor.ProgramDescriptor;
import dev.plumbline.kernel.BpfProgram;
import dev.plumbline.kernel.Capability;
import dev.plumbline.kernel.OnlineCpus;
import dev.plumbline.kernel.PerfEvent;
import dev.plumbline.kernel.PerfEvent.Moment;
import dev.plumbline.kernel.RawTracepoint;
import dev.plumbline.kernel.SystemCallException;
import dev.plumbline.kernel.Tracefs;
import dev.plumbline.kernel.UserProbe;
import dev.plumbline.probe.RunException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Attaches a gadget's programs by their sections and what the descriptor says of them. Confined to
 * the run's thread; closing detaches.
 */
final class ProgramAttachment implements AutoCloseable {
  private final GadgetDescriptor descriptor;
  private final List<PerfEvent> events = new ArrayList<>();
  private final List<RawTracepoint> tracepoints = new ArrayList<>();

  ProgramAttachment(GadgetDescriptor descriptor) {
    this.descriptor = descriptor;
  }

  void attach(BpfProgram program) throws IOException {
    switch (program.kind()) {
      case RAW_TRACEPOINT -> tracepoints.add(RawTracepoint.attach(program));
      case TRACEPOINT -> attachTracepoint(program);
      case PERF_EVENT -> attachCpuClock(program);
      case KPROBE -> attachProbe(program);
    }
  }

  /** The place is the section's, or the descriptor's where the section has none. */
  private void attachProbe(BpfProgram program) throws IOException {
    String section = program.section();
    String said = setting(find(program.name()), "attach_to");
    String target = program.target().isEmpty() ? said : program.target();
    if (target.isEmpty()) {
      throw new RunException(
          "program " + program.name() + ": neither its section nor attach_to names a function");
    }
    Moment moment = section.contains("retprobe") ? Moment.RETURN : Moment.ENTRY;
    if (section.startsWith("u")) {
      open(userProbe(UserProbe.find(target), moment), program);
    } else {
      open(PerfEvent.kernelProbe(target, moment), program);
    }
  }

  /** They change code of other processes, for which the kernel wants more than CAP_PERFMON. */
  private static PerfEvent userProbe(UserProbe probe, Moment moment) throws IOException {
    try {
      return PerfEvent.userProbe(probe, moment);
    } catch (SystemCallException e) {
      if (!e.isDenied() || Capability.effective().contains(Capability.SYS_ADMIN)) {
        throw e;
      }
      throw new RunException(
          "user probes need CAP_SYS_ADMIN, which this process does not have; the launcher keeps it"
              + " with PLUMBLINE_CAPABILITIES=sys_admin",
          e);
    }
  }

  private void attachTracepoint(BpfProgram program) throws IOException {
    String target = program.target();
    int slash = target.indexOf('/');
    Tracefs tracefs = Tracefs.find();
    if (slash < 0 || tracefs == null) {
      throw new RunException(
          slash < 0
              ? "program " + program.name() + ": section names \"" + target + "\", no category/name"
              : "program "
                  + program.name()
                  + " needs tracefs, which is not mounted or not readable");
    }
    int id = tracefs.tracepointId(target.substring(0, slash), target.substring(slash + 1));
    open(PerfEvent.tracepoint(id, OnlineCpus.read()[0]), program);
  }

  /** What ig attaches too: the software CPU clock at a frequency, and nothing else. */
  private void attachCpuClock(BpfProgram program) throws IOException {
    ProgramDescriptor said = find(program.name());
    String type = setting(said, "perf.type");
    String config = setting(said, "perf.config");
    String frequency = setting(said, "sampler.frequency");
    if (!type.equals("software")) {
      throw new RunException(unsupported(program, "perf.type", type, "software"));
    }
    if (!config.equals("count_sw_cpu_clock")) {
      throw new RunException(unsupported(program, "perf.config", config, "count_sw_cpu_clock"));
    }
    if (!frequency.matches("[1-9][0-9]{0,5}")) {
      throw new RunException(
          unsupported(program, "sampler.frequency", frequency, "a number from 1 on"));
    }
    for (int cpu : OnlineCpus.read()) {
      open(PerfEvent.cpuClock(cpu, Integer.parseInt(frequency)), program);
    }
  }

  private static String unsupported(BpfProgram program, String key, String value, String expected) {
    return value.isEmpty()
        ? "program " + program.name() + ": " + key + " is not specified, expected " + expected
        : "program " + program.name() + ": " + key + " is " + value + ", expected " + expected;
  }

  private @Nullable ProgramDescriptor find(String name) {
    return descriptor.programs().stream()
        .filter(program -> program.name().equalsIgnoreCase(name))
        .findFirst()
        .orElse(null);
  }

  private static String setting(@Nullable ProgramDescriptor program, String path) {
    return program == null ? "" : program.setting(path);
  }

  private void open(PerfEvent event, BpfProgram program) throws IOException {
    events.add(event);
    event.attach(program);
  }

  @Override
  public void close() {
    events.forEach(PerfEvent::close);
    events.clear();
    tracepoints.forEach(RawTracepoint::close);
    tracepoints.clear();
  }
}
