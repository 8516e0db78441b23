package dev.plumbline.profile;

import static java.util.Objects.requireNonNull;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A file-backed address range of a process. {@link #NONE} stands for "unknown or not applicable"
 * (JVM frames), which is index 0 on the wire. Addresses are unsigned. Immutable.
 */
public final class Mapping {
  /** No mapping: the zero entry of the mapping table. */
  public static final Mapping NONE = new Mapping(0, 0, 0, "", null, Attributes.EMPTY);

  private final long start;
  private final long limit;
  private final long fileOffset;
  private final String fileName;
  private final @Nullable BuildId buildId;
  private final Attributes attributes;
  private final int hash;

  private Mapping(
      long start,
      long limit,
      long fileOffset,
      String fileName,
      @Nullable BuildId buildId,
      Attributes attributes) {
    this.start = start;
    this.limit = limit;
    this.fileOffset = fileOffset;
    this.fileName = fileName;
    this.buildId = buildId;
    this.attributes = attributes;
    this.hash =
        31 * Objects.hash(fileName, buildId, attributes)
            + Long.hashCode(start)
            + 7 * Long.hashCode(limit)
            + 13 * Long.hashCode(fileOffset);
  }

  /** A mapping of a file whose address range is not known or does not matter. */
  public static Mapping ofFile(String fileName, @Nullable BuildId buildId) {
    return builder(fileName).buildId(buildId).build();
  }

  public static Builder builder(String fileName) {
    return new Builder(fileName);
  }

  /** First address, inclusive. */
  public long start() {
    return start;
  }

  /** End address, exclusive; 0 together with {@link #start()} means that the range is not known. */
  public long limit() {
    return limit;
  }

  /** Offset of {@link #start()} in the file, in bytes. */
  public long fileOffset() {
    return fileOffset;
  }

  /** Path of the object or a pseudo name such as {@code [vdso]}; empty only for {@link #NONE}. */
  public String fileName() {
    return fileName;
  }

  public @Nullable BuildId buildId() {
    return buildId;
  }

  /** Further attributes, such as {@code pprof.mapping.has_functions}; never the build id. */
  public Attributes attributes() {
    return attributes;
  }

  @Override
  public boolean equals(Object other) {
    if (this == other) {
      return true;
    }
    if (!(other instanceof Mapping)) {
      return false;
    }
    Mapping that = (Mapping) other;
    return hash == that.hash
        && start == that.start
        && limit == that.limit
        && fileOffset == that.fileOffset
        && fileName.equals(that.fileName)
        && Objects.equals(buildId, that.buildId)
        && attributes.equals(that.attributes);
  }

  @Override
  public int hashCode() {
    return hash;
  }

  @Override
  public String toString() {
    return "Mapping["
        + fileName
        + " "
        + Long.toHexString(start)
        + "-"
        + Long.toHexString(limit)
        + "]";
  }

  /** Confined to the thread that builds. */
  public static final class Builder {
    private final String fileName;
    private long start;
    private long limit;
    private long fileOffset;
    private @Nullable BuildId buildId;
    private Attributes attributes = Attributes.EMPTY;

    private Builder(String fileName) {
      this.fileName = requireNonNull(fileName, "fileName");
    }

    public Builder range(long start, long limit) {
      this.start = start;
      this.limit = limit;
      return this;
    }

    public Builder fileOffset(long fileOffset) {
      this.fileOffset = fileOffset;
      return this;
    }

    public Builder buildId(@Nullable BuildId buildId) {
      this.buildId = buildId;
      return this;
    }

    public Builder attributes(Attributes attributes) {
      this.attributes = requireNonNull(attributes, "attributes");
      return this;
    }

    /**
     * @throws IllegalArgumentException unless start &lt; limit or both are 0
     */
    public Mapping build() {
      boolean unknownRange = start == 0 && limit == 0;
      if (!unknownRange && Long.compareUnsigned(start, limit) >= 0) {
        throw new IllegalArgumentException(
            "mapping \""
                + fileName
                + "\" starts at 0x"
                + Long.toHexString(start)
                + " and ends at 0x"
                + Long.toHexString(limit));
      }
      return new Mapping(start, limit, fileOffset, fileName, buildId, attributes);
    }
  }
}
