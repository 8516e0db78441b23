package dev.plumbline.premain;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.nio.file.FileSystemException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Entry points of the agent. They return within milliseconds and never throw: what escapes from a
 * premain aborts the JVM, and not even a VirtualMachineError is worth that. Thread-safe.
 */
public final class Premain {
  static final String PREFIX = "[plumbline] ";

  private static final long SYNCHRONOUS_START_SECONDS = 10;

  /** From here to {@code main} the JVM needs both cores of a small machine for itself. */
  private static final long HEAD_START_MILLIS = 50;

  private static final Object LOCK = new Object();

  /** The agent that runs; guarded by {@link #LOCK}. */
  private static @Nullable AgentThread running;

  private Premain() {}

  /** Called by the JVM before {@code main}. */
  public static void premain(@Nullable String arguments, Instrumentation instrumentation) {
    try {
      start(arguments == null ? "" : arguments, instrumentation);
    } catch (Throwable failure) {
      report("profiling off: " + words(failure));
    }
  }

  /** Called by the JVM on a dynamic attach; the argument {@code stop} ends what runs. */
  public static void agentmain(@Nullable String arguments, Instrumentation instrumentation) {
    try {
      if ("stop".equals(arguments)) {
        stop();
      } else {
        start(arguments == null ? "" : arguments, instrumentation);
      }
    } catch (Throwable failure) {
      report("profiling off: " + words(failure));
    }
  }

  /** A fault with a file is told by the file; of every other one the class says what it is. */
  static String words(Throwable failure) {
    if (failure instanceof FileSystemException) {
      FileSystemException file = (FileSystemException) failure;
      String reason = file.getReason();
      return file.getFile() + " cannot be used" + (reason == null ? "" : ": " + reason);
    }
    String message = failure.getMessage();
    return failure instanceof IOException && message != null ? message : failure.toString();
  }

  private static void start(String arguments, Instrumentation instrumentation) throws Exception {
    HostJvm host = HostJvm.current();
    PremainSettings settings = new PremainSettings(arguments);
    if (host.isJdkTool() || settings.isSwitchedOff()) {
      return;
    }
    if (host.featureVersion() < HostJvm.LOWEST_FEATURE_VERSION) {
      report(
          "needs Java "
              + HostJvm.LOWEST_FEATURE_VERSION
              + " or newer, running "
              + host.version()
              + ": not profiling");
      return;
    }
    if (settings.isHelpAsked()) {
      Help.print(System.err);
      return;
    }
    boolean isSynchronous = settings.isSynchronous();
    EarlyEnd earlyEnd = new EarlyEnd(settings);
    AgentThread thread =
        new AgentThread(
            arguments, instrumentation, host, isSynchronous ? 0 : HEAD_START_MILLIS, earlyEnd);
    synchronized (LOCK) {
      if (running != null && running.isAlive()) {
        report("already running in this JVM: this second start does nothing");
        return;
      }
      running = thread;
      if (host.hasCommand()) {
        earlyEnd.register();
      }
      thread.start();
    }
    if (isSynchronous) {
      thread.awaitStarted(SYNCHRONOUS_START_SECONDS, TimeUnit.SECONDS);
    }
  }

  private static void stop() throws Exception {
    AgentThread thread;
    synchronized (LOCK) {
      thread = running;
      running = null;
    }
    if (thread == null || !thread.isAlive()) {
      report("not running in this JVM: nothing to stop");
      return;
    }
    thread.stopAgent();
  }

  /** One line on the standard error, never on the standard output. */
  static void report(String message) {
    System.err.println(PREFIX + "WARN " + message);
  }
}
