package dev.plumbline.it.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Stacks deeper than those that are kept (case CV-12). */
class DeepStacksIT extends HostTestCase {
  @Test
  void cutStack_endsInARootOfItsOwn_withItsLeafIntact() throws Exception {
    launcher.workload("deep_chain", List.of("-fomit-frame-pointer"));
    launcher.awaitSuccess(
        launcher.plumbline("run", "profile_cpu", "--timeout=6", "-o", "folded"), 60);

    List<String> deep =
        launcher
            .out()
            .lines()
            .filter(line -> line.startsWith("deep_chain;") && line.contains(";descend;leaf"))
            .toList();
    assertThat(deep).as(launcher.err()).isNotEmpty();
    assertThat(deep)
        .allSatisfy(
            line ->
                assertThat(line)
                    .contains(";[truncated];descend;descend;")
                    .doesNotContain(";main;", ";_start;"));
  }
}
