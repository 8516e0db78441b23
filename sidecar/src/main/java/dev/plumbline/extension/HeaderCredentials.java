package dev.plumbline.extension;

import dev.plumbline.fault.FaultText;
import dev.plumbline.fetch.Credentials;
import dev.plumbline.fetch.FetchException;
import java.io.IOException;
import java.util.Map;

/** A header whose value is read at each use. Thread-safe. */
final class HeaderCredentials implements Credentials {
  private final String id;
  private final String header;
  private final Source source;

  HeaderCredentials(String id, String header, Source source) {
    this.id = id;
    this.header = header;
    this.source = source;
  }

  /** Reads the value as it is now. */
  @FunctionalInterface
  interface Source {
    String read() throws IOException;
  }

  @Override
  public Map<String, String> headers() throws FetchException {
    try {
      return Map.of(header, source.read());
    } catch (IOException e) {
      throw new FetchException(
          FetchException.Kind.CREDENTIALS,
          id + ": credentials cannot be read: " + FaultText.of(e),
          e);
    }
  }
}
