package dev.plumbline.config.exporters;

import static java.util.Objects.requireNonNull;

import dev.plumbline.config.ScalarText;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A host name or address and a port, checked. Immutable. */
final class HostAndPort {
  private static final Pattern BRACKETED = Pattern.compile("\\[([0-9A-Fa-f:.]{2,45})](?::(.*))?");
  private static final Pattern NAMED = Pattern.compile("([A-Za-z0-9._-]{1,253})(?::(.*))?");
  private static final Pattern DIGITS = Pattern.compile("[0-9]+");
  private static final int MAX_PORT = 65_535;

  private final String host;
  private final int port;

  private HostAndPort(String host, int port) {
    this.host = requireNonNull(host, "host");
    this.port = port;
  }

  /**
   * @param text {@code host}, {@code host:port}, {@code [v6]} or {@code [v6]:port}
   * @param defaultPort where the text has none
   */
  static HostAndPort parse(String text, int defaultPort) throws EndpointException {
    Matcher matcher = (text.startsWith("[") ? BRACKETED : NAMED).matcher(text);
    if (!matcher.matches()) {
      throw new EndpointException(refusal(text));
    }
    String host = requireNonNull(matcher.group(1), "host");
    if (!text.startsWith("[") && DIGITS.matcher(host).matches()) {
      // To a resolver it would be an address of one number, which nobody means.
      throw new EndpointException(
          "has only the number " + host + " for a host, expected host:port such as localhost:4317");
    }
    if (text.startsWith("[") && !isAddress("[" + host + "]")) {
      throw new EndpointException("has no valid IPv6 address in " + ScalarText.shown(text));
    }
    String port = matcher.group(2);
    return new HostAndPort(
        text.startsWith("[") ? "[" + host + "]" : host, port == null ? defaultPort : port(port));
  }

  /** Brackets keep the JDK from asking a name service. */
  private static boolean isAddress(String bracketed) {
    try {
      return InetAddress.getByName(bracketed) != null;
    } catch (UnknownHostException e) {
      return false;
    }
  }

  private static String refusal(String text) {
    if (text.isEmpty()) {
      return "has no host";
    }
    if (!text.startsWith("[") && text.indexOf(':') != text.lastIndexOf(':')) {
      return "has several colons: an IPv6 address stands in brackets, such as [::1]:4317";
    }
    return "has no valid host and port, such as collector:4317, in " + ScalarText.shown(text);
  }

  private static int port(String port) throws EndpointException {
    if (port.matches("\\d{1,5}")) {
      int value = Integer.parseInt(port);
      if (value >= 1 && value <= MAX_PORT) {
        return value;
      }
    }
    throw new EndpointException(
        "has the port " + ScalarText.shown(port) + ", expected 1 to " + MAX_PORT);
  }

  /** An IPv6 address keeps its brackets. */
  String host() {
    return host;
  }

  int port() {
    return port;
  }

  @Override
  public String toString() {
    return host + ":" + port;
  }
}
