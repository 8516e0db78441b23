package dev.plumbline.listen;

import static java.util.Objects.requireNonNull;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a route has of its own, also where others stand on the same listener. Immutable.
 *
 * @param guard asked after the listener's
 * @param cors null where no page of another origin is let in
 * @param headers of each answer that has none of that name
 */
public record RouteOptions(Guard guard, @Nullable Cors cors, Map<String, String> headers) {
  public static final RouteOptions NONE = new RouteOptions(Guard.NONE, null, Map.of());

  public RouteOptions {
    requireNonNull(guard, "guard");
    headers = Map.copyOf(headers);
  }
}
