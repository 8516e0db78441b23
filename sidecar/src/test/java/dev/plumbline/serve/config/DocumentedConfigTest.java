package dev.plumbline.serve.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.config.Variables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each configuration that the documentation prints can be pasted as it stands. */
class DocumentedConfigTest {
  private static final Path DOCS = Path.of("../docs");
  private static final Pattern BLOCK = Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL);

  /** What the examples call their files. */
  private static final List<String> FILES =
      List.of("server.pem", "server.key", "clients.pem", "token", "app.password");

  @TempDir Path directory;

  private static List<Path> pages() throws IOException {
    try (Stream<Path> files = Files.list(DOCS)) {
      List<Path> pages = new ArrayList<>(files.filter(f -> f.toString().endsWith(".md")).toList());
      pages.add(Path.of("../README.md"));
      return pages;
    }
  }

  @Test
  void everyBlock_hasNoFault() throws Exception {
    for (String file : FILES) {
      Files.writeString(directory.resolve(file), "x");
    }
    List<Path> withBlocks = new ArrayList<>();
    for (Path page : pages()) {
      Matcher blocks = BLOCK.matcher(Files.readString(page));
      while (blocks.find()) {
        Path config = directory.resolve(page.getFileName() + ".yaml");
        Files.writeString(config, blocks.group(1));
        ServeConfigReader.read(config, null, Variables.NONE, Variables.NONE);
        withBlocks.add(page.getFileName());
      }
    }
    assertThat(withBlocks).contains(Path.of("serve.md"), Path.of("pprof-receiver.md"));
  }
}
