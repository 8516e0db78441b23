package dev.plumbline.page;

import static java.util.Objects.requireNonNull;

import dev.plumbline.listen.Handler;
import dev.plumbline.listen.RefusedException;
import dev.plumbline.listen.Request;
import dev.plumbline.listen.Response;
import dev.plumbline.listen.Route;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Answers requests for files of the page. Thread-safe. */
public final class PageHandler implements Handler {
  private final PageFiles files;

  PageHandler(PageFiles files) {
    this.files = requireNonNull(files, "files");
  }

  /** Everything that no other route of the listener takes; what the page does not have is 404. */
  public static Route route(PageFiles files) {
    return Route.getBelow("/", new PageHandler(files));
  }

  @Override
  public Response handle(Request request) throws RefusedException {
    PageFile file = files.find(request.path());
    if (file == null) {
      throw new RefusedException(404, "not_found", "there is nothing at this path");
    }
    if (isKnown(request.header("if-none-match"), file.entityTag())) {
      return withHeaders(Response.empty(304), file);
    }
    if (file.isCompressed() && takesGzip(request.header("accept-encoding"))) {
      Response response = Response.of(200, file.contentType(), file.gzipBody());
      return withHeaders(response, file).with("content-encoding", "gzip");
    }
    return withHeaders(Response.of(200, file.contentType(), file.body()), file);
  }

  private static Response withHeaders(Response response, PageFile file) {
    Response with = response;
    for (Map.Entry<String, String> header : file.headers().entrySet()) {
      with = with.with(header.getKey(), header.getValue());
    }
    return with;
  }

  /** By the weak comparison that the header asks for: the encodings of a file are one entity. */
  private static boolean isKnown(@Nullable String known, String entityTag) {
    return known != null && (known.equals("*") || known.contains(entityTag));
  }

  /** An explicit {@code gzip;q=0} is the only way in which browsers and tools refuse it. */
  private static boolean takesGzip(@Nullable String accepted) {
    if (accepted == null) {
      return false;
    }
    String codings = accepted.toLowerCase(Locale.ROOT).replace(" ", "");
    return codings.contains("gzip") && !codings.matches(".*gzip;q=0(\\.0*)?(,.*)?");
  }
}
