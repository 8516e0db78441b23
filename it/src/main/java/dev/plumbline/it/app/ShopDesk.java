package dev.plumbline.it.app;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.LongFunction;

/** What the shop does for a request. Thread-safe: the only state is the till, one at a time. */
final class ShopDesk {
  private static final int ARTICLES = 4_000;
  private static final BigDecimal TAX = new BigDecimal("1.19");
  private static final long TILL_MILLIS = 12;

  private final List<Article> catalogue = new ArrayList<>();
  private final Object till = new Object();

  ShopDesk() {
    final Random random = new Random(1);
    for (int i = 0; i < ARTICLES; i++) {
      catalogue.add(new Article("article-" + random.nextInt(100_000), 1 + random.nextInt(10_000)));
    }
  }

  /** Answers with what the work makes of the number in the request's query. */
  void answer(HttpExchange exchange, LongFunction<String> work) throws IOException {
    final byte[] body =
        work.apply(Long.parseLong(exchange.getRequestURI().getQuery()))
            .getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(200, body.length);
    try (OutputStream out = exchange.getResponseBody()) {
      out.write(body);
    }
  }

  String search(long query) {
    final String wanted = Long.toString(query % 100);
    final List<Article> found = new ArrayList<>();
    for (Article article : catalogue) {
      if (article.name.contains(wanted)) {
        found.add(article);
      }
    }
    found.sort(Comparator.comparing((Article article) -> article.name));
    final StringBuilder page = new StringBuilder();
    for (Article article : found) {
      page.append(String.format(Locale.ROOT, "%-20s %8.2f%n", article.name, article.cents / 100.0));
    }
    return page.toString();
  }

  String quote(long customer) {
    BigDecimal sum = BigDecimal.ZERO;
    final Random basket = new Random(customer);
    for (int i = 0; i < 2_000; i++) {
      final Article article = catalogue.get(basket.nextInt(ARTICLES));
      sum = sum.add(price(article));
    }
    return sum.toPlainString();
  }

  private static BigDecimal price(Article article) {
    return BigDecimal.valueOf(article.cents, 2).multiply(TAX).setScale(2, RoundingMode.HALF_UP);
  }

  String checkout(long customer) {
    final String receipt = quote(customer);
    synchronized (till) {
      try {
        Thread.sleep(TILL_MILLIS);
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
      }
    }
    return receipt;
  }

  private static final class Article {
    private final String name;
    private final long cents;

    Article(String name, long cents) {
      this.name = name;
      this.cents = cents;
    }
  }
}
