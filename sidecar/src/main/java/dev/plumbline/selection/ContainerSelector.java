package dev.plumbline.selection;

import dev.plumbline.container.Container;

/**
 * The container flags of {@code run} (§6.1 of the Inspektor Gadget study). All given flags must
 * match. Names that are not known are empty, so that an exclusion matches them and an inclusion
 * does not. Immutable; made by {@link #builder()}.
 */
public final class ContainerSelector {
  /** No flag given. */
  public static final ContainerSelector ANY = builder().build();

  private final ValueList containerNames;
  private final ValueList imageDigests;
  private final ValueList imageIds;
  private final ValueList namespaces;
  private final ValueList podNames;
  private final ValueList podContainerNames;
  private final LabelSelector labels;

  private ContainerSelector(Builder builder) {
    this.containerNames = builder.containerNames;
    this.imageDigests = builder.imageDigests;
    this.imageIds = builder.imageIds;
    this.namespaces = builder.namespaces;
    this.podNames = builder.podNames;
    this.podContainerNames = builder.podContainerNames;
    this.labels = builder.labels;
  }

  /** Starts with one that any container matches. */
  public static Builder builder() {
    return new Builder();
  }

  /** Every container matches. */
  public boolean isAny() {
    return containerNames.isAny()
        && imageDigests.isAny()
        && imageIds.isAny()
        && namespaces.isAny()
        && podNames.isAny()
        && podContainerNames.isAny()
        && labels.isAny();
  }

  /** All flags match the container. */
  public boolean matches(Container container) {
    return containerNames.matches(container.name())
        && imageDigests.matches(container.imageDigest())
        && imageIds.matches(container.imageId())
        && namespaces.matches(container.pod().namespace())
        && podNames.matches(container.pod().name())
        && podContainerNames.matches(container.pod().containerName())
        && labels.matches(container.pod().labels());
  }

  /**
   * Takes the flags' texts, comma lists in which {@code !} excludes; empty texts select nothing.
   * Each throws {@link IllegalArgumentException} for a list that cannot be read. Confined to one
   * thread.
   */
  public static final class Builder {
    private ValueList containerNames = ValueList.ANY;
    private ValueList imageDigests = ValueList.ANY;
    private ValueList imageIds = ValueList.ANY;
    private ValueList namespaces = ValueList.ANY;
    private ValueList podNames = ValueList.ANY;
    private ValueList podContainerNames = ValueList.ANY;
    private LabelSelector labels = LabelSelector.ANY;

    private Builder() {}

    /** {@code -c}, {@code --containername}, {@code --runtime-containername}. */
    public Builder containerNames(String list) {
      containerNames = ValueList.of(list);
      return this;
    }

    /** {@code --runtime-containerimage-digest}: the first 12 digits are compared. */
    public Builder imageDigests(String list) {
      imageDigests = ValueList.ofDigests(list);
      return this;
    }

    /** {@code --runtime-containerimage-id}: the first 12 digits are compared. */
    public Builder imageIds(String list) {
      imageIds = ValueList.ofDigests(list);
      return this;
    }

    /** {@code --k8s-namespace}. */
    public Builder namespaces(String list) {
      namespaces = ValueList.of(list);
      return this;
    }

    /** {@code --k8s-podname}. */
    public Builder podNames(String list) {
      podNames = ValueList.of(list);
      return this;
    }

    /** {@code --k8s-containername}. */
    public Builder podContainerNames(String list) {
      podContainerNames = ValueList.of(list);
      return this;
    }

    /** {@code --k8s-selector}: pairs {@code key=value}, {@code key=!value}. */
    public Builder podLabels(String list) {
      labels = LabelSelector.of(list);
      return this;
    }

    public ContainerSelector build() {
      return new ContainerSelector(this);
    }
  }
}
