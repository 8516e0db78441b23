package dev.plumbline.it.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The table of a comparison beside what the store holds of each side, which it gives as stacks. */
final class ComparedTable {
  private ComparedTable() {}

  /**
   * @param before query of the side that is compared with
   * @param now query of the other
   */
  static void assertIsThatOfTheSums(Page page, Daemon daemon, String before, String now)
      throws Exception {
    Map<String, Long> left = selfByFunction(daemon, before);
    Map<String, Long> right = selfByFunction(daemon, now);
    Set<String> leaves = new TreeSet<>(left.keySet());
    leaves.addAll(right.keySet());
    Set<String> seen = new TreeSet<>();
    for (Locator row : page.locator(".table-row").all()) {
      String name = row.locator(".label").textContent();
      seen.add(name);
      assertThat(row.locator(".cell.number").nth(0).getAttribute("title"))
          .as(name)
          .startsWith(String.format(Locale.ROOT, "%,d nanoseconds", right.getOrDefault(name, 0L)));
      assertThat(row.locator(".cell.number").nth(1).getAttribute("title"))
          .as(name)
          .isEqualTo(share(left, name) + " before, " + share(right, name) + " now");
    }
    assertThat(seen).containsAll(leaves);
  }

  private static String share(Map<String, Long> self, String name) {
    long whole = self.values().stream().mapToLong(Long::longValue).sum();
    return String.format(Locale.ROOT, "%.1f %%", 100.0 * self.getOrDefault(name, 0L) / whole);
  }

  /** Nanoseconds by leaf. */
  private static Map<String, Long> selfByFunction(Daemon daemon, String query) throws Exception {
    HttpResponse<byte[]> answer = daemon.get("/api/v1/download?format=folded&" + query);
    assertThat(answer.statusCode()).isEqualTo(200);
    Map<String, Long> self = new TreeMap<>();
    new String(answer.body(), StandardCharsets.UTF_8)
        .lines()
        .forEach(
            line -> {
              String stack = line.substring(0, line.lastIndexOf(' '));
              long value = Long.parseLong(line.substring(line.lastIndexOf(' ') + 1));
              self.merge(stack.substring(stack.lastIndexOf(';') + 1), value, Long::sum);
            });
    return self;
  }
}
