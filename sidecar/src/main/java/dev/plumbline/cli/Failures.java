package dev.plumbline.cli;

import dev.plumbline.config.ConfigException;
import dev.plumbline.descriptor.DescriptorException;
import dev.plumbline.descriptor.OverrideException;
import dev.plumbline.kernel.SystemCallException;
import dev.plumbline.kernel.VerifierException;
import dev.plumbline.output.OutputException;
import dev.plumbline.probe.RunException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

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
    if (failure instanceof FileSystemException file) {
      return line(file);
    }
    boolean isForUsers =
        failure instanceof Failure
            || failure instanceof RunException
            || failure instanceof OutputException
            || failure instanceof OverrideException
            || failure instanceof IOException;
    return isForUsers && failure.getMessage() != null
        ? failure.getMessage()
        : "internal error: " + failure;
  }

  /** The JDK says what is wrong with a file by the name of the exception, or by a reason. */
  private static String line(FileSystemException failure) {
    String problem = failure.getReason();
    if (failure instanceof NoSuchFileException) {
      problem = "there is no such file";
    } else if (failure instanceof AccessDeniedException) {
      problem = "not permitted";
    } else if (problem == null) {
      problem = failure.getClass().getSimpleName();
    }
    return failure.getFile() + ": " + problem;
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
