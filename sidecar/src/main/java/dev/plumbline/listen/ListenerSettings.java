package dev.plumbline.listen;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What one listener is. Immutable. */
public final class ListenerSettings {
  private final String name;
  private final ListenAddress address;
  private final List<Route> routes;
  private final Guard guard;
  private final @Nullable ServerTls tls;
  private final Map<String, String> headers;
  private final ConnectionRules rules;

  private ListenerSettings(Builder builder) {
    this.name = builder.name;
    this.address = builder.address;
    this.routes = List.copyOf(builder.routes);
    this.guard = builder.guard;
    this.tls = builder.tls;
    this.headers = new LinkedHashMap<>(builder.headers);
    this.rules = builder.rules;
  }

  /**
   * Of a listener without routes, TLS or guard.
   *
   * @param name for logs and counters
   */
  public static Builder builder(String name, ListenAddress address) {
    return new Builder(name, address);
  }

  public String name() {
    return name;
  }

  public ListenAddress address() {
    return address;
  }

  public List<Route> routes() {
    return routes;
  }

  /** Asked before a body is read. */
  public Guard guard() {
    return guard;
  }

  /** Null for plain text. */
  public @Nullable ServerTls tls() {
    return tls;
  }

  public ConnectionRules rules() {
    return rules;
  }

  /** Of each answer that has none of that name; in order. */
  public Map<String, String> headers() {
    return new LinkedHashMap<>(headers);
  }

  /** Confined to the thread that builds. */
  public static final class Builder {
    private final String name;
    private final ListenAddress address;
    private final List<Route> routes = new ArrayList<>();
    private final Map<String, String> headers = new LinkedHashMap<>();
    private Guard guard = Guard.NONE;
    private @Nullable ServerTls tls;
    private ConnectionRules rules = ConnectionRules.DEFAULT;

    private Builder(String name, ListenAddress address) {
      this.name = requireNonNull(name, "name");
      this.address = requireNonNull(address, "address");
    }

    /** Adds a route. */
    public Builder route(Route route) {
      routes.add(requireNonNull(route, "route"));
      return this;
    }

    /** Adds routes. */
    public Builder routes(List<Route> more) {
      more.forEach(this::route);
      return this;
    }

    /** Asked after the guards that are there. */
    public Builder guard(Guard more) {
      guard = guard.and(more);
      return this;
    }

    public Builder tls(@Nullable ServerTls tls) {
      this.tls = tls;
      return this;
    }

    public Builder rules(ConnectionRules rules) {
      this.rules = requireNonNull(rules, "rules");
      return this;
    }

    /** A header of each answer that has none of that name. */
    public Builder header(String header, String value) {
      headers.put(header, value);
      return this;
    }

    public ListenerSettings build() {
      return new ListenerSettings(this);
    }
  }
}
