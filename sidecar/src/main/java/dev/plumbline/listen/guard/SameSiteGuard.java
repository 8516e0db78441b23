package dev.plumbline.listen.guard;

import dev.plumbline.listen.Guard;
import dev.plumbline.listen.ListenAddress;
import dev.plumbline.listen.RefusedException;
import dev.plumbline.listen.Request;
import java.net.URI;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Keeps pages of other sites away from ours: a request must name one of our hosts, which a name
 * that was pointed at us does not, and its {@code Origin}, if it has one, must be our own page.
 * Immutable.
 */
public final class SameSiteGuard implements Guard {
  private static final Set<String> OF_LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

  private final Set<String> hosts = new HashSet<>();

  /**
   * @param own the address of the listener; on loopback its usual names count too
   * @param names more hosts by which users reach us, without port
   */
  public SameSiteGuard(ListenAddress own, Set<String> names) {
    hosts.add(bracketed(own.host()));
    if (own.isLoopback()) {
      hosts.addAll(OF_LOOPBACK);
    }
    for (String name : names) {
      hosts.add(bracketed(name).toLowerCase(Locale.ROOT));
    }
  }

  private static String bracketed(String host) {
    return host.indexOf(':') >= 0 && !host.startsWith("[") ? "[" + host + "]" : host;
  }

  @Override
  public void check(Request request) throws RefusedException {
    String authority = request.header("host");
    if (authority == null || !hosts.contains(hostOf(authority))) {
      throw new RefusedException(
          403, "host", "the request is for another host; page.hosts names those that we answer to");
    }
    String origin = request.header("origin");
    if (origin != null && !authority.equalsIgnoreCase(authorityOf(origin))) {
      throw new RefusedException(403, "origin", "requests of other sites are not answered");
    }
    String site = request.header("sec-fetch-site");
    if ("cross-site".equals(site) && !"navigate".equals(request.header("sec-fetch-mode"))) {
      throw new RefusedException(403, "origin", "requests of other sites are not answered");
    }
  }

  private static String hostOf(String authority) {
    int port = authority.lastIndexOf(':');
    boolean hasPort = port > authority.lastIndexOf(']');
    return (hasPort ? authority.substring(0, port) : authority).toLowerCase(Locale.ROOT);
  }

  private static @Nullable String authorityOf(String origin) {
    try {
      return URI.create(origin).getAuthority();
    } catch (IllegalArgumentException e) {
      return null;
    }
  }
}
