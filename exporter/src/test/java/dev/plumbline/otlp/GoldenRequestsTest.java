package dev.plumbline.otlp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.export.sender.ExportRequest;
import dev.plumbline.profile.ProfileWindow;
import dev.plumbline.profile.Sample;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Item 48 of §8 of the OTLP study: the bytes of known windows at each level, as hexadecimal text.
 * {@code index.txt} lists the files; {@code -Dgolden.rewrite} writes them and the index anew, and
 * the difference is then reviewed like any other.
 */
class GoldenRequestsTest {
  private static final Path DIRECTORY = Path.of("src/test/resources/dev/plumbline/otlp/golden");
  private static final String INDEX = "index.txt";
  private static final int BYTES_PER_LINE = 32;

  @Test
  void item48_bytesAreThoseOfTheGoldenFiles() throws IOException {
    Map<String, String> expected = golden();
    if (System.getProperty("golden.rewrite") != null) {
      rewrite(expected);
    }
    List<String> index = Files.readAllLines(DIRECTORY.resolve(INDEX), StandardCharsets.UTF_8);

    assertThat(index).containsExactlyElementsOf(expected.keySet());
    for (String name : index) {
      String stored = Files.readString(DIRECTORY.resolve(name), StandardCharsets.UTF_8);
      assertThat(expected.get(name)).as(name).isEqualTo(stored);
    }
  }

  private static Map<String, String> golden() {
    Map<String, ProfileWindow> windows = new LinkedHashMap<>();
    windows.put("smallest", Windows.cpu(Sample.of(Windows.stack("com.example.App.run"), 3)));
    windows.put("full", Windows.full());
    Map<String, String> files = new LinkedHashMap<>();
    for (OtlpLevel level : OtlpLevel.values()) {
      windows.forEach(
          (name, window) ->
              files.put(name + "-" + level + ".hex", text(OtlpEncoder.builder(level), window)));
    }
    files.put(
        "zero-filled-link-1.10.hex",
        text(
            OtlpEncoder.builder(OtlpLevel.V1_10).linkZero(LinkZero.ZERO_FILLED),
            windows.get("smallest")));
    return files;
  }

  private static String text(OtlpEncoder.Builder encoder, ProfileWindow window) {
    List<ExportRequest> requests = encoder.build().encode(window).requests();
    assertThat(requests).hasSize(1);
    String hex = Requests.hex(Requests.bytes(requests.get(0)));
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < hex.length(); i += 2 * BYTES_PER_LINE) {
      lines.add(hex.substring(i, Math.min(hex.length(), i + 2 * BYTES_PER_LINE)));
    }
    return String.join("\n", lines) + "\n";
  }

  private static void rewrite(Map<String, String> files) throws IOException {
    Files.createDirectories(DIRECTORY);
    Files.write(DIRECTORY.resolve(INDEX), files.keySet(), StandardCharsets.UTF_8);
    for (Map.Entry<String, String> file : files.entrySet()) {
      Files.writeString(DIRECTORY.resolve(file.getKey()), file.getValue(), StandardCharsets.UTF_8);
    }
  }
}
