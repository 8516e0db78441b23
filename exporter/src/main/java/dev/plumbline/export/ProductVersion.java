package dev.plumbline.export;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The version of this build, as receivers see it. */
public final class ProductVersion {
  private static final String RESOURCE = "version.txt";
  private static final int MAX_BYTES = 64;

  private ProductVersion() {}

  /** Such as {@code 0.1.0}; {@code unknown} if the archive does not tell. */
  public static String text() {
    try (@Nullable InputStream in = ProductVersion.class.getResourceAsStream(RESOURCE)) {
      return in == null
          ? "unknown"
          : new String(in.readNBytes(MAX_BYTES), StandardCharsets.UTF_8).trim();
    } catch (IOException e) {
      return "unknown";
    }
  }

  /** A product token before the one that the OTLP specification asks for. */
  public static String userAgent() {
    String version = text();
    return "Plumbline/" + version + " OTel-OTLP-Exporter-Java/" + version;
  }
}
