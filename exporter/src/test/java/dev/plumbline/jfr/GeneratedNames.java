package dev.plumbline.jfr;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.function.LongSupplier;
import one.profiler.AsyncProfiler;

/** Spends CPU time in code whose classes the JVM generates: lambdas, accessor, proxy, handles. */
final class GeneratedNames {
  static volatile long sink;

  private GeneratedNames() {}

  /** Arguments: library, recording, milliseconds. */
  public static void main(String[] arguments) throws Throwable {
    long millis = Long.parseLong(arguments[2]);
    LongSupplier first = () -> burn(1);
    LongSupplier second = () -> burn(2);
    LongSupplier third = third();
    Method reflective = GeneratedNames.class.getDeclaredMethod("burn", long.class);
    LongSupplier proxy =
        (LongSupplier)
            Proxy.newProxyInstance(
                GeneratedNames.class.getClassLoader(),
                new Class<?>[] {LongSupplier.class},
                (self, method, parameters) -> burn(4));
    MethodHandle handle =
        MethodHandles.insertArguments(
            MethodHandles.lookup()
                .findStatic(
                    GeneratedNames.class, "burn", MethodType.methodType(long.class, long.class)),
            0,
            5L);
    Runnable all =
        () -> {
          try {
            first.getAsLong();
            second.getAsLong();
            third.getAsLong();
            reflective.invoke(null, 3L);
            proxy.getAsLong();
            sink += (long) handle.invoke();
          } catch (Throwable e) {
            throw new IllegalStateException(e);
          }
        };
    for (int i = 0; i < 2000; i++) {
      all.run();
    }
    AsyncProfiler profiler = AsyncProfiler.getInstance(arguments[0]);
    profiler.execute("start,jfr,event=ctimer,interval=1ms,file=" + arguments[1]);
    for (long end = CpuTime.in(millis); CpuTime.now() < end; ) {
      all.run();
    }
    profiler.execute("stop");
  }

  private static LongSupplier third() {
    return () -> burn(6);
  }

  static long burn(long seed) {
    long x = seed;
    for (int i = 0; i < 20_000; i++) {
      x = x * 31 + (x >>> 7) + i;
    }
    sink = x;
    return x;
  }
}
