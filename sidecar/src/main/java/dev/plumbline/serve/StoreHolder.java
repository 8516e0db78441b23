package dev.plumbline.serve;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.plumbline.listen.Route;
import dev.plumbline.metric.Scrape;
import dev.plumbline.metric.ScrapeSource;
import dev.plumbline.run.WindowSink;
import dev.plumbline.serve.config.StoreConfig;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The embedded store, if it is switched on. Thread-safe for reading. */
final class StoreHolder implements ScrapeSource, AutoCloseable {
  StoreHolder(StateDirectory state) {}

  void change(StoreConfig config) throws ServeException {}

  @Nullable WindowSink sink() {
    return null;
  }

  /** For the status line. */
  String text() {
    return "off";
  }

  void writeHealth(JsonGenerator json) throws IOException {
    json.writeNullField("store");
  }

  List<Route> routes() {
    return List.of();
  }

  @Override
  public void collect(Scrape sink) {}

  @Override
  public void close() {}
}
