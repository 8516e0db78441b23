package dev.plumbline.listen.server;

import dev.plumbline.listen.Route;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds the route of a path. Immutable. */
final class RouteTable {
  private final Map<String, List<Route>> exact = new HashMap<>();
  private final List<Route> prefixes = new ArrayList<>();

  /**
   * @throws IllegalArgumentException if two routes are for the same requests
   */
  RouteTable(List<Route> routes) {
    for (Route route : routes) {
      if (route.isPrefix()) {
        prefixes.add(route);
        continue;
      }
      List<Route> same = exact.computeIfAbsent(route.path(), absent -> new ArrayList<>());
      for (Route other : same) {
        if (other.methods().stream().anyMatch(route.methods()::contains)) {
          throw new IllegalArgumentException("two routes serve " + route);
        }
      }
      same.add(route);
    }
    prefixes.sort(Comparator.comparing((Route route) -> route.path().length()).reversed());
  }

  /** All that serve that path, whatever the method; empty if it is not served. */
  List<Route> at(String path) {
    List<Route> routes = exact.get(path);
    if (routes != null) {
      return routes;
    }
    for (Route route : prefixes) {
      if (isBelow(path, route.path())) {
        return List.of(route);
      }
    }
    return List.of();
  }

  private static boolean isBelow(String path, String prefix) {
    return path.startsWith(prefix)
        && (path.length() == prefix.length()
            || prefix.endsWith("/")
            || path.charAt(prefix.length()) == '/');
  }

  /** Null if none of them serves the method. */
  static @Nullable Route of(List<Route> routes, String method) {
    for (Route route : routes) {
      if (route.methods().contains(method)) {
        return route;
      }
    }
    return null;
  }
}
