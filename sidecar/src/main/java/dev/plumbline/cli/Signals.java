package dev.plumbline.cli;

import dev.plumbline.run.StopRequest;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Ctrl-C, SIGTERM and, where it means nothing else, SIGHUP of a terminal that is closed: the first
 * one asks the run to end, a second Ctrl-C ends the program at once with 1. A SIGHUP that was
 * ignored at the start, as by {@code nohup}, stays so. The JDK's class for signals is reached by
 * reflection, since compilers for a fixed release do not show it; without it a shutdown hook does
 * the same but for the second Ctrl-C.
 */
final class Signals {
  private static final long HOOK_MILLIS = 8_000;
  private static final String SIGNAL = "sun.misc.Signal";
  private static final String HANDLER = "sun.misc.SignalHandler";

  private Signals() {}

  static void install(StopRequest stop) {
    install(stop, null);
  }

  /**
   * As {@link #install(StopRequest)}, with another meaning for SIGHUP.
   *
   * @param hangUp null where SIGHUP ends the run
   */
  static void install(StopRequest stop, @Nullable Runnable hangUp) {
    try {
      for (String name : List.of("INT", "TERM")) {
        handle(name, handler(signal -> onSignal(stop, signal)));
      }
      handle(
          "HUP",
          handler(
              signal -> {
                if (hangUp == null) {
                  onSignal(stop, signal);
                } else {
                  hangUp.run();
                }
              }));
    } catch (ReflectiveOperationException | IllegalArgumentException ignored) {
      // Java without the class, or run with -Xrs: the hook below is what remains.
      Runtime.getRuntime().addShutdownHook(new Thread(() -> end(stop), "plumbline-shutdown"));
    }
  }

  /**
   * Ctrl-C and SIGTERM end the process at once, without Java's own shutdown: a process that is
   * replaced amid that would go on, and the signal would be lost. SIGHUP does not end it.
   */
  static void endAtOnce(Runnable hangUp) {
    try {
      Object kernels = Class.forName(HANDLER).getField("SIG_DFL").get(null);
      for (String name : List.of("INT", "TERM")) {
        handle(name, kernels);
      }
      handle("HUP", handler(signal -> hangUp.run()));
    } catch (ReflectiveOperationException | IllegalArgumentException ignored) {
      // As it is before any handler is there.
    }
  }

  /** What SIGHUP does from now on, unless it is ignored. */
  static void hangUp(Runnable action) {
    try {
      handle("HUP", handler(signal -> action.run()));
    } catch (ReflectiveOperationException | IllegalArgumentException ignored) {
      // As it is before any handler is there.
    }
  }

  /** Whether Java has begun to end, such as by a signal before {@link #endAtOnce}. */
  static boolean isEnding() {
    Thread none = new Thread(() -> {}, "plumbline-none");
    try {
      Runtime.getRuntime().addShutdownHook(none);
      Runtime.getRuntime().removeShutdownHook(none);
      return false;
    } catch (IllegalStateException ending) {
      return true;
    }
  }

  private static Object handler(Consumer<String> action) throws ReflectiveOperationException {
    Class<?> handler = Class.forName(HANDLER);
    InvocationHandler calls =
        (proxy, method, arguments) ->
            switch (method.getName()) {
              case "handle" -> {
                action.accept(String.valueOf(arguments[0]));
                yield null;
              }
              case "equals" -> proxy == arguments[0];
              case "hashCode" -> System.identityHashCode(proxy);
              default -> "signal handler";
            };
    return Proxy.newProxyInstance(Signals.class.getClassLoader(), new Class<?>[] {handler}, calls);
  }

  private static void handle(String name, Object handler) throws ReflectiveOperationException {
    Class<?> signal = Class.forName(SIGNAL);
    Object named = signal.getConstructor(String.class).newInstance(name);
    signal.getMethod("handle", signal, Class.forName(HANDLER)).invoke(null, named, handler);
  }

  private static void onSignal(StopRequest stop, String signal) {
    if (stop.isRequested() && signal.contains("INT")) {
      Runtime.getRuntime().halt(1);
    }
    stop.request();
  }

  private static void end(StopRequest stop) {
    stop.request();
    try {
      stop.untilEnded(HOOK_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    Runtime.getRuntime().halt(0);
  }
}
