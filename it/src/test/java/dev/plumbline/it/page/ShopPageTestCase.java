package dev.plumbline.it.page;

import com.microsoft.playwright.assertions.PlaywrightAssertions;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/** The page of a made-up shop in a browser, both for all tests of a class. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ShopPageTestCase {
  static final int PATIENCE_MILLIS = 30_000;

  MadeUpShop shop;
  Chromium chromium;

  @BeforeAll
  void start() throws IOException {
    PlaywrightAssertions.setDefaultAssertionTimeout(PATIENCE_MILLIS);
    shop = MadeUpShop.start();
    chromium = new Chromium(shop.origin());
  }

  @AfterAll
  void end() throws InterruptedException {
    if (chromium != null) {
      chromium.close();
    }
    shop.end();
  }
}
