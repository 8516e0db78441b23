package dev.plumbline.format;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.profile.Profile;
import org.junit.jupiter.api.Test;

class FlameGraphPageTest {
  private static Profile profile(String folded) throws Exception {
    return ProfileFileReader.of(1 << 20).read(folded.getBytes(UTF_8)).window().profiles().get(0);
  }

  @Test
  void boxesThatHaveRoom_areAllThere() throws Exception {
    assertThat(FlameGraphPage.of(profile("a;b 5\na;c;d 4\n"), 5))
        .contains("\"boxes\":[0,0,9,1,1,9,2,2,5,3,2,4,4,3,4]")
        .contains("<p id=\"note\"></p>");
  }

  @Test
  void boxesWithoutRoom_areTheSmallestAndTheirNumberIsSaid() throws Exception {
    assertThat(FlameGraphPage.of(profile("a;b 5\na;c;x 4\na;d 4\na;e 1\n"), 4))
        .contains("\"names\":[\"all\",\"a\",\"b\",\"d\"]")
        .contains("\"boxes\":[0,0,14,1,1,14,2,2,5,3,2,4]")
        .contains("The 3 smallest boxes, of at most 4, are left out.");
  }

  @Test
  void equalBoxes_areLeftOutWithAllThatStandsOnThem() throws Exception {
    String page = FlameGraphPage.of(profile("a;b;c 1\nd;e;f 1\n"), 4);
    assertThat(page)
        .contains("\"boxes\":[0,0,2,1,1,1,2,2,1,3,1,1]")
        .contains("The 3 smallest boxes, of at most 1, are left out.");
  }
}
