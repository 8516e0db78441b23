package dev.plumbline.process;

import dev.plumbline.kernel.unwind.HotSpotLayout;
import org.jspecify.annotations.Nullable;

/** Finds out where a JVM keeps its code. Called by the thread that follows processes. */
@FunctionalInterface
public interface JvmInspector {
  /**
   * Looks into a process that has mapped {@code libjvm.so}.
   *
   * @return null when the JVM is not ready yet or not supported; it is asked again a few times
   */
  @Nullable HotSpotLayout inspect(ProcessImage process, CodeRegion libjvm);
}
