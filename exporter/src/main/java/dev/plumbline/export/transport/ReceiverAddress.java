package dev.plumbline.export.transport;

import io.netty.channel.unix.DomainSocketAddress;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;

/**
 * Where a receiver listens: a host and a port, whose name is looked up anew for each connection, or
 * a unix socket. Immutable.
 */
public final class ReceiverAddress {
  private static final String UNIX = "unix:";
  private static final String DNS = "dns:";

  private final String host;
  private final int port;
  private final String unixPath;

  private ReceiverAddress(String host, int port, String unixPath) {
    this.host = host;
    this.port = port;
    this.unixPath = unixPath;
  }

  /**
   * @param host a name, an IPv4 address or an IPv6 address with or without brackets
   */
  public static ReceiverAddress of(String host, int port) {
    boolean bracketed = host.startsWith("[") && host.endsWith("]");
    return new ReceiverAddress(bracketed ? host.substring(1, host.length() - 1) : host, port, "");
  }

  /**
   * Reads {@code host:port}, {@code [v6]:port}, {@code dns:///host:port}, {@code dns:host:port},
   * {@code unix:path} and {@code unix:///path}.
   *
   * @throws IllegalArgumentException if it is none of these
   */
  public static ReceiverAddress parse(String target) {
    if (target.startsWith(UNIX)) {
      return new ReceiverAddress("", 0, afterAuthority(target.substring(UNIX.length()), 2));
    }
    String rest =
        target.startsWith(DNS) ? afterAuthority(target.substring(DNS.length()), 3) : target;
    int colon = rest.lastIndexOf(':');
    try {
      int port = Integer.parseInt(rest.substring(colon + 1));
      if (colon > 0 && port > 0 && port < 1 << 16) {
        return of(rest.substring(0, colon), port);
      }
    } catch (NumberFormatException ignored) {
      // Said below, with the forms that are right.
    }
    throw new IllegalArgumentException(
        "endpoint is " + target + ", expected host:port, dns:///host:port or unix:///path");
  }

  private static String afterAuthority(String rest, int slashes) {
    String prefix = "///".substring(0, slashes);
    return rest.startsWith(prefix) ? rest.substring(slashes) : rest;
  }

  public boolean isUnixSocket() {
    return !unixPath.isEmpty();
  }

  /** As HTTP names it: {@code host:port}, IPv6 in brackets; {@code localhost} for a unix socket. */
  public String authority() {
    return isUnixSocket() ? "localhost" : bracketedHost() + ":" + port;
  }

  /** For the name in a certificate; {@code localhost} for a unix socket. */
  public String host() {
    return isUnixSocket() ? "localhost" : host;
  }

  public int port() {
    return port;
  }

  private String bracketedHost() {
    return host.indexOf(':') >= 0 ? "[" + host + "]" : host;
  }

  /**
   * All addresses, in the system's order; blocks while the name is looked up.
   *
   * @throws UnknownHostException if there are none
   */
  public List<SocketAddress> lookUp() throws UnknownHostException {
    if (isUnixSocket()) {
      return List.of(new DomainSocketAddress(unixPath));
    }
    List<SocketAddress> addresses = new ArrayList<>();
    for (InetAddress address : InetAddress.getAllByName(host)) {
      addresses.add(new InetSocketAddress(address, port));
    }
    return addresses;
  }

  @Override
  public String toString() {
    return isUnixSocket() ? UNIX + unixPath : bracketedHost() + ":" + port;
  }
}
