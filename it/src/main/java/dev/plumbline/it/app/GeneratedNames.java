package dev.plumbline.it.app;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.concurrent.TimeUnit;
import java.util.function.LongUnaryOperator;

/**
 * Burns CPU below classes whose names the JVM makes up: three lambdas in two methods, a reflective
 * call, a proxy, a chain of method handles. Usage: {@code GeneratedNames SECONDS}.
 */
public final class GeneratedNames {
  private static final long SLICE_MILLIS = 60;

  private GeneratedNames() {}

  public static void main(String[] args) throws Throwable {
    final long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(Long.parseLong(args[0]));
    final LongUnaryOperator first = value -> Spin.rounds(value + 1);
    final LongUnaryOperator second = value -> Spin.rounds(value + 2);
    final LongUnaryOperator third = thirdLambda();
    final Method reflected = GeneratedNames.class.getDeclaredMethod("reflected", long.class);
    final LongUnaryOperator proxy = proxy();
    final MethodHandle chain = chain();
    long value = 1;
    while (System.nanoTime() < end) {
      value += slice(first);
      value += slice(second);
      value += slice(third);
      value += slice(proxy);
      value += reflectedSlice(reflected);
      value += chainedSlice(chain);
    }
    System.out.println("worked " + (value != 0));
  }

  @SuppressWarnings("UnnecessaryLambda")
  private static LongUnaryOperator thirdLambda() {
    return value -> Spin.rounds(value + 3);
  }

  private static LongUnaryOperator proxy() {
    return (LongUnaryOperator)
        Proxy.newProxyInstance(
            GeneratedNames.class.getClassLoader(),
            new Class<?>[] {LongUnaryOperator.class},
            (self, method, arguments) -> Spin.rounds((Long) arguments[0] + 4));
  }

  private static MethodHandle chain() throws ReflectiveOperationException {
    final MethodHandle spin =
        MethodHandles.lookup()
            .findStatic(Spin.class, "rounds", MethodType.methodType(long.class, long.class));
    return MethodHandles.filterReturnValue(spin, spin);
  }

  @SuppressWarnings("UnusedMethod")
  private static long reflected(long value) {
    return Spin.rounds(value + 5);
  }

  private static long slice(LongUnaryOperator work) {
    final long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(SLICE_MILLIS);
    long value = 1;
    while (System.nanoTime() < end) {
      value = work.applyAsLong(value);
    }
    return value;
  }

  private static long reflectedSlice(Method method) throws ReflectiveOperationException {
    final long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(SLICE_MILLIS);
    long value = 1;
    while (System.nanoTime() < end) {
      value = (Long) method.invoke(null, value);
    }
    return value;
  }

  private static long chainedSlice(MethodHandle chain) throws Throwable {
    final long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(SLICE_MILLIS);
    long value = 1;
    while (System.nanoTime() < end) {
      value = (long) chain.invokeExact(value);
    }
    return value;
  }
}
