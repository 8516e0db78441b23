package dev.plumbline.agent.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The table of settings in docs/agent.md against the settings that there are. */
class SettingsPageTest {
  private static final Path PAGE = Path.of("..", "docs", "agent.md");

  @Test
  void page_has_a_row_for_each_setting_in_its_order_with_its_default() throws IOException {
    List<String> names = new ArrayList<>();
    for (String line : Files.readAllLines(PAGE)) {
      String[] cells = line.split("\\|", -1);
      if (cells.length == 5 && cells[1].matches(" `[a-z0-9.-]+` ")) {
        String name = cells[1].replace("`", "").trim();
        names.add(name);
        Setting setting = Setting.named(name);
        assertThat(setting).as(name).isNotNull();
        if (setting != null && !setting.defaultText().isEmpty()) {
          assertThat(cells[2]).as(name).isEqualTo(" `" + setting.defaultText() + "` ");
        }
        assertThat(cells[3].trim()).as(name).isNotEmpty();
      }
    }
    assertThat(names)
        .containsExactlyElementsOf(
            Arrays.stream(Setting.values()).map(Setting::settingName).toList());
  }
}
