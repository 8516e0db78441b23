package dev.plumbline.cli;

import dev.plumbline.run.StopRequest;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Ctrl-C and SIGTERM: the first one asks the run to end, a second Ctrl-C ends the program at once
 * with 1. The JDK's class for signals is reached by reflection, since compilers for a fixed release
 * do not show it; without it a shutdown hook does the same but for the second Ctrl-C.
 */
final class Signals {
  private static final long HOOK_MILLIS = 8_000;

  private Signals() {}

  static void install(StopRequest stop) {
    install(stop, null);
  }

  /**
   * As {@link #install(StopRequest)}, and SIGHUP too.
   *
   * @param hangUp null leaves SIGHUP alone
   */
  static void install(StopRequest stop, @Nullable Runnable hangUp) {
    try {
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> handler = Class.forName("sun.misc.SignalHandler");
      InvocationHandler calls =
          (proxy, method, arguments) -> {
            if (method.getName().equals("handle")) {
              onSignal(stop, hangUp, String.valueOf(arguments[0]));
              return null;
            }
            return switch (method.getName()) {
              case "equals" -> proxy == arguments[0];
              case "hashCode" -> System.identityHashCode(proxy);
              default -> "signal handler";
            };
          };
      Object ours =
          Proxy.newProxyInstance(Signals.class.getClassLoader(), new Class<?>[] {handler}, calls);
      List<String> names = hangUp == null ? List.of("INT", "TERM") : List.of("INT", "TERM", "HUP");
      for (String name : names) {
        Object named = signal.getConstructor(String.class).newInstance(name);
        signal.getMethod("handle", signal, handler).invoke(null, named, ours);
      }
    } catch (ReflectiveOperationException | IllegalArgumentException ignored) {
      // Java without the class, or run with -Xrs: the hook below is what remains.
      Runtime.getRuntime().addShutdownHook(new Thread(() -> end(stop), "plumbline-shutdown"));
    }
  }

  private static void onSignal(StopRequest stop, @Nullable Runnable hangUp, String signal) {
    if (signal.contains("HUP") && hangUp != null) {
      hangUp.run();
      return;
    }
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
