package dev.plumbline.profile;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/**
 * One logical call level. A frame with an empty {@link #functionName()} is unresolved and then has
 * a mapping and an address. An inlined frame is an ordinary frame that shares the address of the
 * frame into which it was inlined, and says so by {@link #inlined()}. Immutable; the hash is
 * computed once, since frames are keys all along the way.
 */
public final class Frame {
  /** The one frame of a sample that has no stack trace, so that its value is still shown. */
  public static final Frame NO_STACK = named("[no stack]", FrameType.NATIVE);

  /** Stands at the root of a stack trace whose outer part was cut off. */
  public static final Frame TRUNCATED = named("[truncated]", FrameType.NATIVE);

  private final String functionName;
  private final String systemName;
  private final String fileName;
  private final int line;
  private final FrameType type;
  private final Mapping mapping;
  private final long address;
  private final boolean inlined;
  private final int hash;

  private Frame(Builder builder) {
    this.functionName = builder.functionName;
    this.systemName = builder.systemName == null ? builder.functionName : builder.systemName;
    this.fileName = builder.fileName;
    this.line = builder.line;
    this.type = builder.type;
    this.mapping = builder.mapping;
    this.address = builder.address;
    this.inlined = builder.inlined;
    int h = functionName.hashCode();
    h = 31 * h + systemName.hashCode();
    h = 31 * h + fileName.hashCode();
    h = 31 * h + line;
    h = 31 * h + type.hashCode();
    h = 31 * h + mapping.hashCode();
    h = 31 * h + Long.hashCode(address);
    this.hash = 31 * h + (inlined ? 1 : 0);
  }

  /** A frame that is only a name, of the given type. */
  public static Frame named(String functionName, FrameType type) {
    return builder(type).functionName(functionName).build();
  }

  public static Builder builder(FrameType type) {
    return new Builder(type);
  }

  /** Human-readable name; empty if unresolved. */
  public String functionName() {
    return functionName;
  }

  /** Linkage name; equal to {@link #functionName()} if there is no other. */
  public String systemName() {
    return systemName;
  }

  /** Source file; empty if unknown. */
  public String fileName() {
    return fileName;
  }

  /** Source line, 1-based; 0 if unknown. */
  public int line() {
    return line;
  }

  public FrameType type() {
    return type;
  }

  /** {@link Mapping#NONE} for JVM frames and wherever it is not known. */
  public Mapping mapping() {
    return mapping;
  }

  /** Address as the location carries it, unsigned; 0 if unknown or not applicable. */
  public long address() {
    return address;
  }

  /** Whether this call was inlined into the next frame of the stack trace. */
  public boolean inlined() {
    return inlined;
  }

  @Override
  public boolean equals(Object other) {
    if (this == other) {
      return true;
    }
    if (!(other instanceof Frame)) {
      return false;
    }
    Frame that = (Frame) other;
    return hash == that.hash
        && line == that.line
        && address == that.address
        && inlined == that.inlined
        && functionName.equals(that.functionName)
        && systemName.equals(that.systemName)
        && fileName.equals(that.fileName)
        && type.equals(that.type)
        && mapping.equals(that.mapping);
  }

  @Override
  public int hashCode() {
    return hash;
  }

  @Override
  public String toString() {
    return functionName.isEmpty()
        ? mapping.fileName() + "+0x" + Long.toHexString(address)
        : functionName;
  }

  /** Confined to the thread that builds. */
  public static final class Builder {
    private final FrameType type;
    private String functionName = "";
    private @Nullable String systemName;
    private String fileName = "";
    private int line;
    private Mapping mapping = Mapping.NONE;
    private long address;
    private boolean inlined;

    private Builder(FrameType type) {
      this.type = requireNonNull(type, "type");
    }

    public Builder functionName(String functionName) {
      this.functionName = requireNonNull(functionName, "functionName");
      return this;
    }

    public Builder systemName(String systemName) {
      this.systemName = requireNonNull(systemName, "systemName");
      return this;
    }

    public Builder fileName(String fileName) {
      this.fileName = requireNonNull(fileName, "fileName");
      return this;
    }

    public Builder line(int line) {
      this.line = line;
      return this;
    }

    public Builder mapping(Mapping mapping) {
      this.mapping = requireNonNull(mapping, "mapping");
      return this;
    }

    public Builder address(long address) {
      this.address = address;
      return this;
    }

    public Builder inlined(boolean inlined) {
      this.inlined = inlined;
      return this;
    }

    /**
     * @throws IllegalArgumentException if the line is negative, or if the frame has neither a name
     *     nor a mapping with an address: such a location makes a receiver drop the whole sample
     */
    public Frame build() {
      if (line < 0) {
        throw new IllegalArgumentException(
            "line of \"" + functionName + "\" is " + line + ", expected 0 or more");
      }
      if (functionName.isEmpty() && (mapping.equals(Mapping.NONE) || address == 0)) {
        throw new IllegalArgumentException(
            "a frame needs a function name, or a mapping and an address");
      }
      return new Frame(this);
    }
  }
}
