package dev.plumbline.symbol.demangle;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The two-letter codes of operators. Immutable. */
record OperatorName(String text, int operands) {
  private static final Map<String, OperatorName> BY_CODE = new HashMap<>();

  static {
    put(1, "ps + ng - ad & de * co ~ nt ! pp ++ mm -- dl delete da delete[] aw co_await");
    put(2, "pl + mi - ml * dv / rm % an & or | eo ^ aS = pL += mI -= mL *= dV /= rM %=");
    put(2, "aN &= oR |= eO ^= ls << rs >> lS <<= rS >>= eq == ne != lt < gt > le <= ge >=");
    put(2, "ss <=> aa && oo || cm , pm ->* pt -> ds .* cl () ix []");
    put(3, "qu ? nw new na new[]");
  }

  private static void put(int operands, String codesAndTexts) {
    String[] words = codesAndTexts.split(" ", -1);
    for (int i = 0; i < words.length; i += 2) {
      BY_CODE.put(words[i], new OperatorName(words[i + 1], operands));
    }
  }

  /** The operator of a code, or null. */
  static @Nullable OperatorName of(char first, char second) {
    return BY_CODE.get("" + first + second);
  }

  /** As it is called when declared: words stand apart from "operator". */
  String declared() {
    return Character.isLetter(text.charAt(0)) ? "operator " + text : "operator" + text;
  }
}
