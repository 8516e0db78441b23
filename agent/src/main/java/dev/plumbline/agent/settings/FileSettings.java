package dev.plumbline.agent.settings;

import static java.util.Objects.requireNonNull;

import dev.plumbline.config.ConfigFile;
import dev.plumbline.config.Section;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Section {@code jvm} of an ig-config.yaml, with one key for each setting. What is wrong with the
 * section goes to the problems of its file. Confined to the thread that reads the file.
 */
public final class FileSettings implements SettingSource {
  private static final String SECTION = "jvm";

  private final Section section;

  private FileSettings(Section section) {
    this.section = requireNonNull(section, "section");
  }

  public static FileSettings of(ConfigFile file) {
    Set<String> keys = new TreeSet<>(Setting.names());
    keys.remove(Setting.CONFIG.settingName());
    return new FileSettings(file.section(SECTION, keys));
  }

  @Override
  public @Nullable String text(Setting setting) {
    return section.text(setting.settingName());
  }

  @Override
  public String origin(Setting setting) {
    return section.positionOfValue(setting.settingName()).toString();
  }
}
