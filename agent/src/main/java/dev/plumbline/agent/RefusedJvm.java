package dev.plumbline.agent;

import dev.plumbline.agent.settings.Setting;
import dev.plumbline.agent.settings.Settings;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** JVMs on which the native profiler must not or cannot run. Stateless. */
final class RefusedJvm {
  /** Of the exporter and its libraries; an image of one's own may lack it. */
  private static final String LOGGING = "java.logging";

  private RefusedJvm() {}

  /**
   * Why this JVM is not profiled; null if it is.
   *
   * @param hasModule whether the JVM has the module of that name
   */
  static @Nullable String reason(
      Settings settings, Function<String, @Nullable String> property, Predicate<String> hasModule) {
    if (property.apply("org.graalvm.nativeimage.imagecode") != null) {
      return "a native image has no JVM to profile; use the host profiler";
    }
    String name = property.apply("java.vm.name");
    boolean isOpenJ9 = name != null && name.toLowerCase(Locale.ROOT).contains("openj9");
    if (isOpenJ9 && !settings.flag(Setting.FORCE)) {
      return name + " is known to crash under profilers; force=true profiles nevertheless";
    }
    return hasModule.test(LOGGING)
        ? null
        : "this JVM lacks module " + LOGGING + ": build its image with it (jlink --add-modules)";
  }
}
