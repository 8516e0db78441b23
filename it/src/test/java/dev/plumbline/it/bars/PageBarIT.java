package dev.plumbline.it.bars;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import dev.plumbline.it.page.Chromium;
import dev.plumbline.it.page.Daemon;
import dev.plumbline.it.store.DataSet;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The last hour of the store's data set on the page: from the request of the page to the drawn
 * flame graph, and from a click or the last key to the server's exact answer on the screen.
 */
@Tag("bars")
class PageBarIT {
  private static final int RUNS = 7;
  private static final double FIRST_PAINT_BAR_MILLIS = 1500;
  private static final double ZOOM_AND_SEARCH_BAR_MILLIS = 400;

  /** Milliseconds since the page was asked for, at the first frame drawn with boxes. */
  private static final String DRAWN =
      "() => document.querySelector('.flame[data-boxes]') ? performance.now() : 0";

  /**
   * Clicks into the graph, or types a letter, and says how long it took until the condition held in
   * a drawn frame.
   */
  private static final String TIMED =
      """
      () => new Promise(done => {
        const started = performance.now();
        {
          %s
        }
        const look = () => (%s) ? done(performance.now() - started) : requestAnimationFrame(look);
        requestAnimationFrame(look);
      })
      """;

  private static final String CLICK =
      """
      const flame = document.querySelector('.flame');
      const box = flame.getBoundingClientRect();
      window.rootBefore = flame.dataset.root;
      flame.dispatchEvent(new MouseEvent('click',
        {bubbles: true, clientX: box.left + box.width * %s, clientY: box.top + 21 * 6 + 10}));
      """;

  private static final String TYPE =
      """
      const field = document.querySelector('#search');
      window.foundBefore = document.querySelector('.found')?.textContent ?? '';
      field.value = '%s';
      field.dispatchEvent(new Event('input', {bubbles: true}));
      """;

  @Test
  void firstPaintZoomAndSearch_stayWithinTheirBars(@TempDir Path directory) throws Exception {
    DataSet dataSet = new DataSet(System.currentTimeMillis());
    dataSet.store(directory.resolve("store"));
    Daemon daemon =
        Daemon.start(
            directory, "{ directory: '" + directory.resolve("store") + "', retention: 72h }");
    try (Chromium chromium = new Chromium(daemon.origin())) {
      measure(chromium);
      chromium.assertNoComplaints();
    } finally {
      daemon.end();
    }
  }

  private static void measure(Chromium chromium) {
    double[] firstPaint = new double[RUNS];
    double[] zoom = new double[RUNS];
    double[] search = new double[RUNS];
    for (int i = -1; i < RUNS; i++) {
      Page page = chromium.open("/?from=now-1h&live=off");
      double drawn = ((Number) page.waitForFunction(DRAWN).jsonValue()).doubleValue();
      page.waitForSelector(".table-row");
      String click = CLICK.formatted(0.05 + 0.1 * (i + 1));
      double zoomed =
          timed(page, click, "document.querySelector('.flame').dataset.root !== window.rootBefore");
      String type = TYPE.formatted("area[" + (i + 2) + "]\\\\.Class");
      double searched =
          timed(
              page,
              type,
              "(document.querySelector('.found')?.textContent ?? '') !== window.foundBefore");
      if (i >= 0) {
        firstPaint[i] = drawn;
        zoom[i] = zoomed;
        search[i] = searched;
      } else {
        System.out.printf(
            "first visit: %.0f ms to the graph, zoom %.0f ms, search %.0f ms%n",
            drawn, zoomed, searched);
        chromium.keep(page, "bars-1440");
      }
      page.context().close();
    }
    boolean zoomHolds = holds("ms to zoom", ZOOM_AND_SEARCH_BAR_MILLIS, zoom);
    boolean searchHolds = holds("ms to search", ZOOM_AND_SEARCH_BAR_MILLIS, search);
    assertThat(holds("ms to the first flame graph", FIRST_PAINT_BAR_MILLIS, firstPaint)).isTrue();
    assertThat(zoomHolds).isTrue();
    assertThat(searchHolds).isTrue();
  }

  private static double timed(Page page, String act, String condition) {
    return ((Number) page.evaluate(TIMED.formatted(act, condition))).doubleValue();
  }

  private static boolean holds(String what, double bar, double[] values) {
    return Measured.of(what, values).print().staysBelow(bar);
  }
}
