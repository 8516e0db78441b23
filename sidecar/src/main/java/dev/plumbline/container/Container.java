package dev.plumbline.container;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/**
 * A container and its names. Texts that are not known are empty, numbers 0. Immutable.
 *
 * <p>Names are those at the time of reading: a later rename is not followed.
 */
public final class Container {
  private final ContainerId id;
  private final @Nullable ContainerRuntime runtime;
  private final String name;
  private final String imageName;
  private final String imageDigest;
  private final String imageId;
  private final int pid;
  private final long startedUnixNanos;
  private final Pod pod;

  private Container(Builder builder) {
    this.id = builder.id;
    this.runtime = builder.runtime;
    this.name = builder.name;
    this.imageName = builder.imageName;
    this.imageDigest = builder.imageDigest;
    this.imageId = builder.imageId;
    this.pid = builder.pid;
    this.startedUnixNanos = builder.startedUnixNanos;
    this.pod = builder.pod;
  }

  /** Starts with an id alone. */
  public static Builder builder(ContainerId id) {
    return new Builder(id);
  }

  /** These values again, to be changed. */
  public Builder toBuilder() {
    return new Builder(id)
        .runtime(runtime)
        .name(name)
        .imageName(imageName)
        .imageDigest(imageDigest)
        .imageId(imageId)
        .pid(pid)
        .startedUnixNanos(startedUnixNanos)
        .pod(pod);
  }

  public ContainerId id() {
    return id;
  }

  /** Null where neither path nor files tell it. */
  public @Nullable ContainerRuntime runtime() {
    return runtime;
  }

  /** The runtime's name for the container. */
  public String name() {
    return name;
  }

  /** Reference with the tag, as the user wrote it where the runtime keeps that. */
  public String imageName() {
    return imageName;
  }

  /** Digest of the image's manifest: {@code sha256:} and 64 digits. */
  public String imageDigest() {
    return imageDigest;
  }

  /** Digest of the image's configuration, with or without {@code sha256:}. */
  public String imageId() {
    return imageId;
  }

  /** The first process, in the host's pid namespace. */
  public int pid() {
    return pid;
  }

  /** When the container last started. */
  public long startedUnixNanos() {
    return startedUnixNanos;
  }

  public Pod pod() {
    return pod;
  }

  @Override
  public String toString() {
    return "Container[" + id + ", " + name + "]";
  }

  /** Collects values. Confined to one thread. */
  public static final class Builder {
    private final ContainerId id;
    private @Nullable ContainerRuntime runtime;
    private String name = "";
    private String imageName = "";
    private String imageDigest = "";
    private String imageId = "";
    private int pid;
    private long startedUnixNanos;
    private Pod pod = Pod.NONE;

    private Builder(ContainerId id) {
      this.id = requireNonNull(id, "id");
    }

    public Builder runtime(@Nullable ContainerRuntime value) {
      runtime = value;
      return this;
    }

    public Builder name(String value) {
      name = requireNonNull(value, "name");
      return this;
    }

    public Builder imageName(String value) {
      imageName = requireNonNull(value, "imageName");
      return this;
    }

    public Builder imageDigest(String value) {
      imageDigest = requireNonNull(value, "imageDigest");
      return this;
    }

    public Builder imageId(String value) {
      imageId = requireNonNull(value, "imageId");
      return this;
    }

    public Builder pid(int value) {
      pid = value;
      return this;
    }

    public Builder startedUnixNanos(long value) {
      startedUnixNanos = value;
      return this;
    }

    public Builder pod(Pod value) {
      pod = requireNonNull(value, "pod");
      return this;
    }

    public Container build() {
      return new Container(this);
    }
  }
}
