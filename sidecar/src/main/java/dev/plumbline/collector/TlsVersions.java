package dev.plumbline.collector;

import dev.plumbline.config.Section;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Keys {@code min_version} and {@code max_version} of {@code tls}. Stateless. */
final class TlsVersions {
  static final String TLS_1_3 = "TLSv1.3";
  private static final List<String> PROTOCOLS = List.of("TLSv1.2", TLS_1_3);
  private static final Set<String> OLD = Set.of("1.0", "1.1");
  private static final Map<String, Integer> BY_TEXT = new LinkedHashMap<>();

  static {
    BY_TEXT.put("1.2", 0);
    BY_TEXT.put("1.3", 1);
  }

  private TlsVersions() {}

  /** As the JDK names them; older ones than 1.2 are refused, as the JDK does. */
  static Set<String> read(Section tls) {
    int least = version(tls, "min_version", 0);
    int most = version(tls, "max_version", 1);
    if (least > most) {
      tls.problemAtKey("min_version", "min_version cannot be greater than max_version");
      return new LinkedHashSet<>(PROTOCOLS);
    }
    return new LinkedHashSet<>(PROTOCOLS.subList(least, most + 1));
  }

  private static int version(Section tls, String key, int byDefault) {
    String text = tls.text(key);
    if (text != null && OLD.contains(text)) {
      tls.problem(key, "TLS " + text + " is refused, as by Java itself; expected 1.2 or 1.3");
      return byDefault;
    }
    return tls.oneOf(key, byDefault, BY_TEXT);
  }
}
