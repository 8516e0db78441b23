package dev.plumbline.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SightingTest {
  @Test
  void value_isKnownForSamplesFromBeforeItWasSeen() {
    Sighting<String> seen = Sighting.first("a", 100);
    assertThat(seen.isKnownFor(90)).isTrue();
    assertThat(seen.isAmbiguousFor(90)).isFalse();
    assertThat(seen.isKnownFor(101)).isFalse();
    seen.seenAgain(150);
    assertThat(seen.isKnownFor(101)).isTrue();
  }

  @Test
  void replacement_leavesSamplesFromBeforeAmbiguous() {
    Sighting<String> later = Sighting.first("a", 100).replacedBy("b", 200);
    assertThat(later.value()).isEqualTo("b");
    assertThat(later.isAmbiguousFor(150)).isTrue();
    assertThat(later.isAmbiguousFor(201)).isFalse();
  }

  @Test
  void goneValue_answersOnlyForTheTimeWhenItWasSeen() {
    Sighting<String> seen = Sighting.first("a", 100);
    seen.foundGone(200);
    assertThat(seen.isKnownFor(150)).isTrue();
    assertThat(seen.isAmbiguousFor(100)).isFalse();
    assertThat(seen.isAmbiguousFor(150)).isTrue();
  }

  @Test
  void replacementOfAGoneValue_isClearForSamplesAfterIt() {
    Sighting<String> seen = Sighting.first("a", 100);
    seen.foundGone(200);
    Sighting<String> later = seen.replacedBy("b", 300);
    assertThat(later.isAmbiguousFor(200)).isTrue();
    assertThat(later.isAmbiguousFor(250)).isFalse();
  }
}
