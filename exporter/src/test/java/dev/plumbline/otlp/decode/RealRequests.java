package dev.plumbline.otlp.decode;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** Requests as senders of others made them, stored beside this class. */
public final class RealRequests {
  private RealRequests() {}

  /** One request, uncompressed. */
  public static byte[] bytes(String name) {
    try (InputStream in = RealRequests.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalArgumentException(name + " is not stored");
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
