package dev.plumbline.output;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TerminalTextTest {
  @Test
  void controlCharacters_doNotReachATerminal() {
    String hostile = "a\u001b[2J\u009b1mb\rc\td\u007f\u0000\u202ee\u2066f\u2028g";
    assertThat(TerminalText.of(hostile))
        .isEqualTo("a\ufffd[2J\ufffd1mb\ufffdc\ufffdd\ufffd\ufffd\ufffde\ufffdf\ufffdg");
  }

  @Test
  void otherText_isTheSame() {
    String text = "java::util::TreeMap<K, V>.put(…) 𝕏 ünïcödé עברית";
    assertThat(TerminalText.of(text)).isSameAs(text);
  }
}
