package dev.plumbline.serve.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.listen.guard.IngestionKeys;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeyFileTest {
  private static final Logger LOGGER = Logger.getLogger(KeyFile.class.getName());

  @TempDir Path directory;

  private final List<String> said = new ArrayList<>();
  private final Handler handler =
      new Handler() {
        @Override
        public void publish(LogRecord record) {
          said.add(record.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };

  @BeforeEach
  void listen() {
    LOGGER.addHandler(handler);
    LOGGER.setUseParentHandlers(false);
  }

  @AfterEach
  void leave() {
    LOGGER.removeHandler(handler);
    LOGGER.setUseParentHandlers(true);
  }

  /** Anybody can ask: a line for each request would fill a disk. */
  @Test
  void fileThatCannotBeRead_isSaidOnce_untilItCould() throws Exception {
    Path file = directory.resolve("keys");
    Supplier<IngestionKeys.Valid> keys =
        new IngestionKeySources(List.of("inline"), List.of(file)).reader();
    for (int i = 0; i < 3; i++) {
      assertThat(keys.get()).isEqualTo(new IngestionKeys.Valid(List.of("inline"), false));
    }
    assertThat(said).singleElement().asString().contains(file.toString());
    Files.writeString(file, "# of today\none\n\n two \n");
    assertThat(keys.get())
        .isEqualTo(new IngestionKeys.Valid(List.of("inline", "one", "two"), true));
    Files.delete(file);
    assertThat(keys.get().isComplete()).isFalse();
    assertThat(said).hasSize(2);
  }

  @Test
  void fileThatIsTooLargeOrNone_isSaid_andNotReadInPart() throws Exception {
    Path large = Files.write(directory.resolve("large"), new byte[(1 << 20) + 1]);
    Path text = Files.write(directory.resolve("text"), new byte[] {'a', (byte) 0xff});
    for (Path file : List.of(large, text, directory)) {
      assertThat(new IngestionKeySources(List.of(), List.of(file)).reader().get())
          .isEqualTo(new IngestionKeys.Valid(List.of(), false));
    }
    assertThat(said).hasSize(3);
  }
}
