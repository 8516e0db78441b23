package dev.plumbline.profile;

import static java.util.Objects.requireNonNull;

/**
 * One stack trace with its value for the window, its attributes and its link. Samples of one
 * profile differ in stack trace, attributes or link; equal ones have been added together.
 * Immutable.
 */
public final class Sample {
  private final StackTrace stackTrace;
  private final Attributes attributes;
  private final Link link;
  private final long value;

  private Sample(StackTrace stackTrace, Attributes attributes, Link link, long value) {
    this.stackTrace = requireNonNull(stackTrace, "stackTrace");
    this.attributes = requireNonNull(attributes, "attributes");
    this.link = requireNonNull(link, "link");
    this.value = value;
  }

  public static Sample of(StackTrace stackTrace, long value) {
    return new Sample(stackTrace, Attributes.EMPTY, Link.NONE, value);
  }

  public static Sample of(StackTrace stackTrace, Attributes attributes, Link link, long value) {
    return new Sample(stackTrace, attributes, link, value);
  }

  public StackTrace stackTrace() {
    return stackTrace;
  }

  public Attributes attributes() {
    return attributes;
  }

  /** {@link Link#NONE} if the sample belongs to no span. */
  public Link link() {
    return link;
  }

  /** In the unit of the profile's type. */
  public long value() {
    return value;
  }

  @Override
  public boolean equals(Object other) {
    if (!(other instanceof Sample)) {
      return false;
    }
    Sample that = (Sample) other;
    return value == that.value
        && stackTrace.equals(that.stackTrace)
        && attributes.equals(that.attributes)
        && link.equals(that.link);
  }

  @Override
  public int hashCode() {
    return 31 * (31 * (31 * stackTrace.hashCode() + attributes.hashCode()) + link.hashCode())
        + Long.hashCode(value);
  }

  @Override
  public String toString() {
    return value + " × " + stackTrace + " " + attributes;
  }
}
