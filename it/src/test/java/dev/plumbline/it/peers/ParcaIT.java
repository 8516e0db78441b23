package dev.plumbline.it.peers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.otlp.LinkZero;
import dev.plumbline.otlp.OtlpEncoder;
import dev.plumbline.otlp.OtlpLevel;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;

/** Item 74 of the OTLP checklist: which of the two forms of {@code link_table[0]} Parca takes. */
@EnabledIfEnvironmentVariable(
    named = "PLUMBLINE_IT_PARCA",
    matches = ".+",
    disabledReason = "PLUMBLINE_IT_PARCA names no Parca (HOST:PORT)")
class ParcaIT {
  @TempDir Path directory;

  @Test
  void empty_link_zero_is_taken() throws IOException {
    assertThat(send(LinkZero.EMPTY)).contains(" 0 failed");
  }

  @Test
  void zero_filled_link_zero_is_refused() throws IOException {
    assertThat(send(LinkZero.ZERO_FILLED)).contains(" 1 failed");
  }

  private String send(LinkZero form) throws IOException {
    final Path request =
        SampleRequest.write(
            OtlpEncoder.builder(OtlpLevel.V1_10).linkZero(form).build(),
            directory.resolve("request"));
    final String target = System.getenv("PLUMBLINE_IT_PARCA");
    return Peers.build()
        .call(List.of("load", "-n", "1", "-workers", "1", "-target", target, request.toString()));
  }
}
