package dev.plumbline.collector;

import static java.util.Objects.requireNonNull;

import dev.plumbline.config.Section;
import dev.plumbline.extension.AuthExtension;
import dev.plumbline.listen.ConnectionRules;
import dev.plumbline.listen.Cors;
import dev.plumbline.listen.ListenAddress;
import dev.plumbline.listen.ServerTls;
import dev.plumbline.receive.PprofServerReceiver;
import dev.plumbline.receive.ServerOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The keys of the Collector's HTTP server, as section {@code server} of a receiver has them. */
public final class ServerReader {
  public static final Set<String> KEYS =
      Set.of(
          "endpoint",
          "transport",
          "tls",
          "cors",
          "auth",
          "max_request_body_size",
          "include_metadata",
          "response_headers",
          "compression_algorithms",
          "read_timeout",
          "read_header_timeout",
          "write_timeout",
          "idle_timeout",
          "keep_alives_enabled",
          "middlewares");

  private static final Set<String> CORS_KEYS =
      Set.of("allowed_origins", "allowed_headers", "exposed_headers", "max_age");
  private static final String ENDPOINT = "endpoint";
  private static final long MAX_BODY_BYTES = 64L << 20;
  private static final Duration HEAD = Duration.ofMinutes(1);
  private static final Duration WRITE = Duration.ofSeconds(30);
  private static final Duration IDLE = Duration.ofMinutes(1);

  private final CollectorFile context;

  public ServerReader(CollectorFile context) {
    this.context = requireNonNull(context, "context");
  }

  /** Where and how a receiver listens. Immutable. */
  public record Server(
      ListenAddress address, @Nullable ServerTls tls, int maxBodyBytes, ServerOptions options) {}

  /** Null without an endpoint, which has been said. */
  public @Nullable Server read(Section section) {
    ClientReader.checkMiddlewares(section);
    ListenAddress address = address(section);
    ServerTls tls = new ServerTlsReader(context).read(section);
    ServerOptions options =
        new ServerOptions(
            rules(section),
            auth(section.section("auth", Set.of("authenticator", "request_params"))),
            section.openSection("auth").texts("request_params"),
            cors(section),
            section.truth("include_metadata", false)
                ? ServerOptions.Metadata.KEPT
                : ServerOptions.Metadata.LEFT_OUT,
            HeaderPairs.read(context, section, "response_headers"),
            encodings(section));
    int maxBodyBytes = maxBodyBytes(section);
    return address == null ? null : new Server(address, tls, maxBodyBytes, options);
  }

  private static @Nullable ListenAddress address(Section section) {
    String text = section.text(ENDPOINT);
    Map<String, String> transports = new LinkedHashMap<>();
    List.of("tcp", "tcp4", "tcp6", "unix").forEach(each -> transports.put(each, each));
    String transport = section.oneOf("transport", "tcp", transports);
    if (text == null || text.isEmpty()) {
      if (text != null || !section.has(ENDPOINT)) { // else what stands there has been refused
        section.problem(ENDPOINT, "server.endpoint must be specified");
      }
      return null;
    }
    try {
      if (transport.equals("unix")) {
        return ListenAddress.unix(Path.of(text.replaceFirst("^unix://", "")));
      }
      ListenAddress address = ListenAddress.parse(text);
      boolean isV6 = address.host().indexOf(':') >= 0;
      boolean isV4 = address.host().matches("[0-9.]+");
      if (transport.equals("tcp4") ? isV6 : transport.equals("tcp6") && isV4 && !isAny(text)) {
        section.problem(ENDPOINT, "is no address of the transport " + transport);
      }
      return transport.equals("tcp6") && isAny(text)
          ? new ListenAddress("::", address.port())
          : address;
    } catch (IllegalArgumentException e) {
      section.problem(ENDPOINT, String.valueOf(e.getMessage()));
      return null;
    }
  }

  /** Without a host. */
  private static boolean isAny(String text) {
    return text.startsWith(":") || text.indexOf(':') < 0;
  }

  private static ConnectionRules rules(Section section) {
    return new ConnectionRules(
        DurationKeys.orZero(section, "read_header_timeout", HEAD),
        DurationKeys.orZero(section, "read_timeout", Duration.ZERO),
        DurationKeys.orZero(section, "write_timeout", WRITE),
        DurationKeys.orZero(section, "idle_timeout", IDLE),
        section.truth("keep_alives_enabled", true)
            ? ConnectionRules.Reuse.KEPT
            : ConnectionRules.Reuse.CLOSED);
  }

  private @Nullable AuthExtension auth(Section auth) {
    AuthExtension extension = context.authenticator(auth);
    if (extension != null && extension.guard() == null) {
      auth.problem(
          "authenticator",
          "the extension " + extension.id() + " is a client's, expected a server's");
      return null;
    }
    return extension;
  }

  private static @Nullable Cors cors(Section section) {
    if (!section.has("cors")) {
      return null;
    }
    Section cors = section.section("cors", CORS_KEYS);
    List<String> origins = cors.texts("allowed_origins");
    Cors read =
        new Cors(
            origins,
            cors.texts("allowed_headers"),
            cors.texts("exposed_headers"),
            Duration.ofSeconds(cors.number("max_age", 0, 0, Integer.MAX_VALUE)));
    return origins.isEmpty() ? null : read;
  }

  private static Set<String> encodings(Section section) {
    List<String> texts = section.texts("compression_algorithms");
    Set<String> encodings = new LinkedHashSet<>();
    for (String text : texts) {
      String name = text.toLowerCase(Locale.ROOT);
      if (ServerOptions.ALL_ENCODINGS.contains(name)) {
        encodings.add(name);
      } else {
        section.problem(
            "compression_algorithms",
            "has \""
                + text
                + "\", expected some of "
                + new TreeSet<>(ServerOptions.ALL_ENCODINGS).tailSet("a")
                + " and the empty text");
      }
    }
    return texts.isEmpty() ? ServerOptions.ALL_ENCODINGS : encodings;
  }

  /** Zero and below mean the default, as in the Collector. */
  private static int maxBodyBytes(Section section) {
    String key = "max_request_body_size";
    String text = section.text(key);
    int defaultBytes = PprofServerReceiver.DEFAULT_MAX_REQUEST_BODY_BYTES;
    if (text == null || text.matches("0|-\\d+")) {
      return defaultBytes;
    }
    return (int) section.size(key, defaultBytes, 1, MAX_BODY_BYTES);
  }
}
