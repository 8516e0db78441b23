package dev.plumbline.selection;

import static java.util.Objects.requireNonNull;

import dev.plumbline.container.Container;
import org.jspecify.annotations.Nullable;

/**
 * Whether a process is profiled, by its container. The whole host is, unless a selector or {@code
 * --host=false} narrows it. Immutable.
 */
public final class ContainerSelection {
  /** The whole host. */
  public static final ContainerSelection EVERYTHING =
      new ContainerSelection(ContainerSelector.ANY, HostScope.DEFAULT);

  private final ContainerSelector selector;
  private final HostScope host;

  private ContainerSelection(ContainerSelector selector, HostScope host) {
    this.selector = requireNonNull(selector, "selector");
    this.host = requireNonNull(host, "host");
  }

  public static ContainerSelection of(ContainerSelector selector, HostScope host) {
    return new ContainerSelection(selector, host);
  }

  /** No process is left out. */
  public boolean isEverything() {
    return host == HostScope.INCLUDED || (host == HostScope.DEFAULT && selector.isAny());
  }

  /** A selector was given that {@code --host} turns off; worth a warning. */
  public boolean ignoresSelector() {
    return host == HostScope.INCLUDED && !selector.isAny();
  }

  /**
   * The process is profiled.
   *
   * @param container null for processes outside containers
   */
  public boolean matches(@Nullable Container container) {
    return isEverything() || (container != null && selector.matches(container));
  }
}
