package dev.plumbline.agent;

import dev.plumbline.agent.settings.Setting;
import dev.plumbline.agent.settings.Settings;
import dev.plumbline.sampling.MappingException;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is wrong or doubtful in the configuration and in this JVM, said before anything native is
 * loaded. Stateless.
 */
final class StartChecks {
  private StartChecks() {}

  /** False if something forbids to start; what it is has been said. */
  static boolean accept(AgentConfiguration configuration, AgentLog log) {
    configuration.remarks().forEach(log::info);
    configuration.warnings().forEach(log::warn);
    configuration.problems().forEach(log::error);
    SourceNames.warnOfStrangers(configuration, log::warn);
    warnOfMissing(configuration.settings(), log);
    if (!configuration.problems().isEmpty()) {
      log.error(
          "profiling off: see the line"
              + (configuration.problems().size() > 1 ? "s" : "")
              + " above");
      return false;
    }
    String refusal =
        RefusedJvm.reason(
            configuration.settings(),
            System::getProperty,
            module -> ModuleLayer.boot().findModule(module).isPresent());
    if (refusal == null) {
      refusal = mappingFault(configuration);
    }
    if (refusal == null) {
      refusal = earlierCrash(configuration.settings());
    }
    if (refusal != null) {
      log.error("profiling off: " + refusal);
      return false;
    }
    if (configuration.exporters().exporters().isEmpty()
        && !configuration.settings().isSet(Setting.EXPORT_FILE)) {
      log.error("profiling off: " + configuration.exporters().explanation());
      return false;
    }
    return true;
  }

  private static void warnOfMissing(Settings settings, AgentLog log) {
    for (Setting setting : List.of(Setting.DIR, Setting.NATIVE_DIR)) {
      if (settings.isSet(setting) && !Files.isDirectory(Paths.get(settings.text(setting)))) {
        log.warn(settings.written(setting) + ", which is no directory; continuing without it");
      }
    }
  }

  /**
   * What the first window would find wrong with annotations or names that the user asked for; null
   * if nothing. The gadgets' own are tested, and not read at the JVM's start.
   */
  private static @Nullable String mappingFault(AgentConfiguration configuration) {
    Settings settings = configuration.settings();
    if (configuration.annotations().isEmpty()
        && !settings.flag(Setting.OTEL_PROFILES_SANITIZE_LABELS)) {
      return null;
    }
    try {
      new GadgetMappings(settings, configuration.annotations(), said -> {})
          .read(settings.number(Setting.ALLOC));
      return null;
    } catch (MappingException e) {
      return e.getMessage();
    }
  }

  private static @Nullable String earlierCrash(Settings settings) {
    String file = settings.text(Setting.CRASH_MARKER);
    return !file.isEmpty() && CrashMarker.isFound(Paths.get(file))
        ? "the run before died in its first minute of profiling; remove " + file + " to try again"
        : null;
  }
}
