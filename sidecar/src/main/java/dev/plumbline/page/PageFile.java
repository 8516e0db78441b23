package dev.plumbline.page;

import static java.util.Objects.requireNonNull;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.GZIPOutputStream;

/** One file of the page: its bytes, and what a browser is told of it. Immutable. */
public final class PageFile {
  private static final int WORTH_COMPRESSING_BYTES = 1024;
  private static final String FOR_EVER = "public, max-age=31536000, immutable";
  private static final String ASK_AGAIN = "no-cache";

  private final PageFileType type;
  private final String entityTag;
  private final Map<String, String> headers;
  private final byte[] body;
  private final byte[] gzipBody;

  PageFile(String path, String hash, byte[] body) {
    this.type = PageFileType.of(path);
    this.entityTag = "\"" + requireNonNull(hash, "hash") + "\"";
    this.headers = headersOf(path, type, entityTag);
    this.body = body;
    this.gzipBody =
        type.isText() && body.length >= WORTH_COMPRESSING_BYTES ? compressed(body) : body;
  }

  private static Map<String, String> headersOf(String path, PageFileType type, String entityTag) {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("content-type", type.mediaType());
    headers.put("etag", entityTag);
    headers.put("cache-control", PageFiles.isNamedByContent(path) ? FOR_EVER : ASK_AGAIN);
    headers.put("content-security-policy", PageFiles.contentSecurityPolicy(path));
    headers.put("x-content-type-options", "nosniff");
    headers.put("referrer-policy", "no-referrer");
    headers.put("cross-origin-opener-policy", "same-origin");
    headers.put("cross-origin-resource-policy", "same-origin");
    headers.put("vary", "accept-encoding");
    return headers;
  }

  private static byte[] compressed(byte[] body) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(body.length / 3);
    try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
      gzip.write(body);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // a stream in memory does not fail
    }
    return bytes.toByteArray();
  }

  /** As in the header {@code content-type}. */
  public String contentType() {
    return type.mediaType();
  }

  /** With its quotation marks. */
  public String entityTag() {
    return entityTag;
  }

  /** All but the length and the encoding; unmodifiable, in lower case, in a fixed order. */
  public Map<String, String> headers() {
    return new LinkedHashMap<>(headers);
  }

  /** A copy. */
  public byte[] body() {
    return body.clone();
  }

  /** Whether {@link #gzipBody()} is smaller than {@link #body()}. */
  public boolean isCompressed() {
    return gzipBody.length < body.length;
  }

  /** A copy; the plain body if compressing gains nothing. */
  public byte[] gzipBody() {
    return gzipBody.clone();
  }
}
