package dev.plumbline.agent.settings;

import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The places that need no file. */
final class SettingSources {
  private SettingSources() {}

  static SettingSource arguments(AgentArguments arguments) {
    return of(Setting::settingName, arguments.values(), "agent argument ");
  }

  /** The properties as they are now. */
  static SettingSource properties(Function<String, @Nullable String> property) {
    return new Source(Setting::property, property, "system property ");
  }

  static SettingSource environment(Map<String, String> environment) {
    return of(Setting::variable, environment, "variable ");
  }

  private static SettingSource of(
      Function<Setting, String> key, Map<String, String> values, String kind) {
    return new Source(key, values::get, kind);
  }

  private static final class Source implements SettingSource {
    private final Function<Setting, String> key;
    private final Function<String, @Nullable String> values;
    private final String kind;

    Source(Function<Setting, String> key, Function<String, @Nullable String> values, String kind) {
      this.key = key;
      this.values = values;
      this.kind = kind;
    }

    @Override
    public @Nullable String text(Setting setting) {
      return values.apply(key.apply(setting));
    }

    @Override
    public String origin(Setting setting) {
      return kind + key.apply(setting);
    }
  }
}
