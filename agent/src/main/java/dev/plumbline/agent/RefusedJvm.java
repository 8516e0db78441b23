package dev.plumbline.agent;

import dev.plumbline.agent.settings.Setting;
import dev.plumbline.agent.settings.Settings;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** JVMs on which the native profiler must not or cannot run. Stateless. */
final class RefusedJvm {
  private RefusedJvm() {}

  /** Why this JVM is not profiled; null if it is. */
  static @Nullable String reason(Settings settings, Function<String, @Nullable String> property) {
    if (property.apply("org.graalvm.nativeimage.imagecode") != null) {
      return "a native image has no JVM to profile; use the host profiler";
    }
    String name = property.apply("java.vm.name");
    boolean isOpenJ9 = name != null && name.toLowerCase(Locale.ROOT).contains("openj9");
    if (isOpenJ9 && !settings.flag(Setting.FORCE)) {
      return name + " is known to crash under profilers; force=true profiles nevertheless";
    }
    return null;
  }
}
