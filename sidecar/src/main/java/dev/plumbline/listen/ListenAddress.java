package dev.plumbline.listen;

import static java.util.Objects.requireNonNull;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;

/**
 * Where a listener stands. Immutable.
 *
 * @param host a name or an address, IPv6 without brackets; the path of a unix socket, which begins
 *     with a slash
 * @param port 0 for one that the system chooses
 */
public record ListenAddress(String host, int port) {
  private static final int MAX_PORT = 65_535;

  public ListenAddress {
    requireNonNull(host, "host");
    if (host.isEmpty() || port < 0 || port > MAX_PORT) {
      throw new IllegalArgumentException(
          "address is " + host + ":" + port + ", expected a host and a port from 0 to " + MAX_PORT);
    }
  }

  /** On 127.0.0.1. */
  public static ListenAddress loopback(int port) {
    return new ListenAddress("127.0.0.1", port);
  }

  /**
   * Reads {@code host:port}, {@code [v6]:port} or {@code :port}, which is all addresses. A port
   * alone does not say that anybody may come, and is refused.
   *
   * @throws IllegalArgumentException with what was expected
   */
  public static ListenAddress parse(String text) {
    int colon = text.lastIndexOf(':');
    String host = text.substring(0, Math.max(0, colon));
    String port = text.substring(colon + 1);
    boolean isBracketed = host.startsWith("[") && host.endsWith("]");
    if (colon < 0 || !port.matches("\\d{1,5}") || (!isBracketed && host.indexOf(':') >= 0)) {
      throw new IllegalArgumentException(
          "\"" + text + "\" is no address to listen on, expected host:port such as 127.0.0.1:4318");
    }
    if (isBracketed) {
      host = host.substring(1, host.length() - 1);
    }
    return new ListenAddress(host.isEmpty() ? "0.0.0.0" : host, Integer.parseInt(port));
  }

  /** A unix socket. */
  public static ListenAddress unix(Path path) {
    return new ListenAddress(path.toAbsolutePath().toString(), 0);
  }

  public boolean isUnix() {
    return host.startsWith("/");
  }

  /** Whether only this machine can reach it. A name that cannot be resolved counts as not. */
  public boolean isLoopback() {
    if (isUnix()) {
      return true;
    }
    try {
      return InetAddress.getByName(host).isLoopbackAddress();
    } catch (UnknownHostException e) {
      return false;
    }
  }

  /** The same host with that port. */
  public ListenAddress withPort(int other) {
    return new ListenAddress(host, other);
  }

  @Override
  public String toString() {
    if (isUnix()) {
      return host;
    }
    return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
  }
}
