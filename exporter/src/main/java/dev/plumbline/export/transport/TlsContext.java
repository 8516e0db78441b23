package dev.plumbline.export.transport;

import dev.plumbline.export.settings.TlsSettings;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * TLS of the JDK, built from PEM files that may be replaced while we run: before each request the
 * files' identity, time and size are compared, and the context is built anew when one has changed.
 * If the new files cannot be read, the context before stays in use. Confined to the exporter's
 * thread.
 */
public final class TlsContext {
  private static final String[] FROM_1_2 = {"TLSv1.3", "TLSv1.2"};
  private static final String[] FROM_1_3 = {"TLSv1.3"};

  private final TlsSettings settings;
  private final UnaryOperator<SslContextBuilder> protocol;
  private @Nullable SslContext context;
  private List<Object> builtFrom = List.of();

  /**
   * @param protocol adds what the protocol above needs, such as ALPN
   */
  public TlsContext(TlsSettings settings, UnaryOperator<SslContextBuilder> protocol) {
    this.settings = settings;
    this.protocol = protocol;
  }

  /**
   * The context of the files as they are now; another object than before if they have changed.
   *
   * @throws TlsFilesException if they cannot be used and there is none of before
   */
  public SslContext current() throws TlsFilesException {
    List<Object> now = fingerprint();
    SslContext last = context;
    if (last != null && now.equals(builtFrom)) {
      return last;
    }
    try {
      SslContext built = build();
      context = built;
      builtFrom = now;
      return built;
    } catch (IOException | IllegalArgumentException e) {
      if (last != null) {
        // Half-written files: the old ones serve until the next request looks again.
        return last;
      }
      throw new TlsFilesException(
          "tls: "
              + settings
              + " cannot be used: "
              + ReceiverText.ofCauses("", e)
              + " (expected PEM certificates and an unencrypted PKCS #8 key)",
          e);
    }
  }

  private SslContext build() throws SSLException {
    SslContextBuilder builder =
        protocol
            .apply(SslContextBuilder.forClient().sslProvider(SslProvider.JDK))
            .protocols(
                settings.minimumVersion() == TlsSettings.Version.TLS_1_3 ? FROM_1_3 : FROM_1_2);
    Path ca = settings.caFile();
    if (ca != null) {
      builder.trustManager(ca.toFile());
    }
    Path certificate = settings.certificateFile();
    Path key = settings.keyFile();
    if (certificate != null && key != null) {
      File certificateFile = certificate.toFile();
      builder.keyManager(certificateFile, key.toFile());
    }
    return builder.build();
  }

  private List<Object> fingerprint() {
    List<Path> files = new ArrayList<>(3);
    for (@Nullable Path file :
        Arrays.asList(settings.caFile(), settings.certificateFile(), settings.keyFile())) {
      if (file != null) {
        files.add(file);
      }
    }
    return FileMarks.of(files);
  }
}
