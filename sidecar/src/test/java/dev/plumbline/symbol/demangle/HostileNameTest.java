package dev.plumbline.symbol.demangle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever the name is, demangling ends soon, with a bounded text or with the name itself. */
class HostileNameTest {
  private static final Duration LIMIT = Duration.ofSeconds(60);

  static List<String> bombs() {
    StringBuilder doubling = new StringBuilder("_Z1fI1aE");
    doubling.append("St4pairIiiE");
    String digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    for (int i = 0; i < 30; i++) {
      char c = digits.charAt(i);
      doubling.append("St4pairIS").append(c).append("_S").append(c).append("_E");
    }
    return List.of(
        doubling.toString(),
        "_Z1f" + "P".repeat(60_000) + "i",
        "_Z1f" + "N".repeat(60_000),
        "_ZN1a" + "I".repeat(50_000),
        "_Z1fIX" + "ng".repeat(30_000) + "Li1EEEvv",
        "_ZN1a" + "B1b".repeat(20_000) + "C1Ev",
        "_Z" + "Z1fvE".repeat(10_000) + "1x",
        "_RNvC1a" + "1b".repeat(30_000),
        "_R" + "Nv".repeat(30_000) + "C1a",
        "_RINvC1a1b" + "TB9_".repeat(10_000) + "E",
        "_RMC1aB2_1f",
        "_RINvC1a1f" + "TTTT".repeat(4) + "B8_B8_B8_B8_EEEE".repeat(4) + "E",
        "_ZN" + "1a".repeat(30_000) + "17h0123456789abcdefE");
  }

  @ParameterizedTest
  @MethodSource("bombs")
  void bomb_endsSoonAndBounded(String name) {
    assertTimeoutPreemptively(
        LIMIT,
        () -> {
          String text = Demangler.demangle(name).text();
          assertThat(text.equals(name) || text.length() <= NameWriter.MAX_CHARACTERS).isTrue();
        });
  }

  @Test
  void nameOverTheLimit_staysAsItIs() {
    String name = "_Z" + "1".repeat(Demangler.MAX_MANGLED_CHARACTERS);
    assertThat(Demangler.demangle(name).text()).isSameAs(name);
  }

  @Provide
  Arbitrary<String> pieces() {
    return Arbitraries.of(
            "N", "E", "I", "S_", "S0_", "S1_", "T_", "T0_", "1a", "3foo", "P", "K", "R", "O", "F",
            "v", "i", "J", "Dp", "X", "L", "Li1E", "cv", "pl", "ad", "C1", "D2", "Ul", "Ut_", "_",
            "Z", "M", "A3_", "St", "Sa", "Ss", "B1b", "DT", "sZ", "fp_", "cl", "sr", "Dv", "u", "C",
            "Nv", "NC", "0", "B2_", "B0_", "Kj", "p", "D", "L_", "G_", "Y", "s_", "T", "Q")
        .list()
        .ofMaxSize(40)
        .map(parts -> String.join("", parts));
  }

  @Property(tries = 20_000)
  void anyGrammarPieces_giveABoundedText(@ForAll("pieces") String pieces) {
    for (String prefix : List.of("_Z", "_R", "_ZN")) {
      String text = Demangler.demangle(prefix + pieces).text();
      assertThat(text.length()).isLessThanOrEqualTo(NameWriter.MAX_CHARACTERS + 100);
    }
  }
}
