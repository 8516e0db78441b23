package dev.plumbline.cli;

import dev.plumbline.config.ConfigException;
import dev.plumbline.descriptor.DescriptorException;
import dev.plumbline.fault.FaultText;
import dev.plumbline.kernel.SystemCallException;
import dev.plumbline.kernel.VerifierException;

/** What ended a command, as one line on standard error and an exit code. Stateless. */
final class Failures {
  private static final int ENOSYS = 38;

  private Failures() {}

  static int report(Console console, Exception failure) {
    console.error(line(failure));
    return Plumbline.FAILED;
  }

  private static String line(Exception failure) {
    if (failure instanceof ConfigException config) {
      return config.oneLine();
    }
    if (failure instanceof DescriptorException descriptor) {
      return descriptor.problems().get(0).toString();
    }
    if (failure instanceof VerifierException verifier) {
      String log = verifier.log();
      return "the kernel did not accept program "
          + verifier.program()
          + ": "
          + log.substring(log.lastIndexOf('\n') + 1);
    }
    if (failure instanceof SystemCallException call) {
      return line(call);
    }
    return FaultText.of(failure);
  }

  /** Capabilities were looked at before, so it is something else that refuses. */
  private static String line(SystemCallException call) {
    if (call.isDenied()) {
      return call.getMessage()
          + ": not permitted here, though the capabilities are held; a seccomp filter, a sandbox or"
          + " a sysctl (kernel.perf_event_paranoid) is in the way";
    }
    if (call.errno() == ENOSYS) {
      return call.getMessage()
          + ": this kernel, or the sandbox around us, has no such system call; Linux 5.10 with"
          + " CONFIG_BPF_SYSCALL and CONFIG_PERF_EVENTS is needed";
    }
    return String.valueOf(call.getMessage());
  }
}
