package dev.plumbline.metric;

import dev.plumbline.listen.Handler;
import dev.plumbline.listen.Request;
import dev.plumbline.listen.Response;
import dev.plumbline.listen.Route;
import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.OpenMetricsTextFormatWriter;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/** {@code GET /metrics}, in Prometheus' text or, where the scraper asks for it, OpenMetrics'. */
public final class MetricsHandler implements Handler {
  private static final Logger logger = Logger.getLogger(MetricsHandler.class.getName());

  private final List<ScrapeSource> sources;

  private MetricsHandler(List<ScrapeSource> sources) {
    this.sources = List.copyOf(sources);
  }

  public static Route route(List<ScrapeSource> sources) {
    return Route.get("/metrics", new MetricsHandler(sources));
  }

  @Override
  public Response handle(Request request) throws IOException {
    Scrape sink = new Scrape();
    for (ScrapeSource source : sources) {
      try {
        source.collect(sink);
      } catch (RuntimeException e) {
        logger.log(Level.WARNING, "metrics of one source are missing", e);
      }
    }
    ExpositionFormatWriter writer = writer(request.header("accept"));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    writer.write(out, sink.snapshots());
    return Response.of(200, writer.getContentType(), out.toByteArray());
  }

  private static ExpositionFormatWriter writer(@Nullable String accept) {
    OpenMetricsTextFormatWriter open =
        OpenMetricsTextFormatWriter.builder().setCreatedTimestampsEnabled(false).build();
    return open.accepts(accept)
        ? open
        : PrometheusTextFormatWriter.builder().setIncludeCreatedTimestamps(false).build();
  }
}
