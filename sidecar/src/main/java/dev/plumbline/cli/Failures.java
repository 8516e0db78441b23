package dev.plumbline.cli;

import dev.plumbline.config.ConfigException;
import dev.plumbline.descriptor.DescriptorException;
import dev.plumbline.descriptor.OverrideException;
import dev.plumbline.kernel.SystemCallException;
import dev.plumbline.kernel.VerifierException;
import dev.plumbline.output.OutputException;
import dev.plumbline.run.RunException;
import java.io.IOException;

/** What ended a command, as one line on standard error and an exit code. Stateless. */
final class Failures {
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
    if (failure instanceof SystemCallException call && call.isDenied()) {
      return call.getMessage()
          + ": not permitted here; a seccomp filter, a sandbox or a sysctl is in the way";
    }
    boolean isForUsers =
        failure instanceof Failure
            || failure instanceof RunException
            || failure instanceof OutputException
            || failure instanceof OverrideException
            || failure instanceof IOException;
    return isForUsers ? String.valueOf(failure.getMessage()) : "internal error: " + failure;
  }
}
