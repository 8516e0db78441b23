package dev.plumbline.profile;

import static java.util.Objects.requireNonNull;

/**
 * Identity of an executable file: which scheme made it, and its lower-case text (hexadecimal for
 * GNU and htlhash, base64-like for Go). Immutable.
 */
public final class BuildId {
  /** The three schemes of the semantic conventions, {@code process.executable.build_id.*}. */
  public enum Scheme {
    /** The note {@code NT_GNU_BUILD_ID}. */
    GNU("process.executable.build_id.gnu"),
    /** The note that the Go linker writes. */
    GO("process.executable.build_id.go"),
    /** First 16 bytes of SHA-256 over head, tail and length of the file. */
    HTLHASH("process.executable.build_id.htlhash");

    private final String attributeKey;

    Scheme(String attributeKey) {
      this.attributeKey = attributeKey;
    }

    /** The attribute that carries an id of this scheme on a mapping. */
    public String attributeKey() {
      return attributeKey;
    }
  }

  private final Scheme scheme;
  private final String text;

  private BuildId(Scheme scheme, String text) {
    this.scheme = scheme;
    this.text = text;
  }

  /**
   * @throws IllegalArgumentException if the text is empty
   */
  public static BuildId of(Scheme scheme, String text) {
    requireNonNull(scheme, "scheme");
    requireNonNull(text, "text");
    if (text.isEmpty()) {
      throw new IllegalArgumentException("a build id is never empty");
    }
    return new BuildId(scheme, text);
  }

  public Scheme scheme() {
    return scheme;
  }

  public String text() {
    return text;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof BuildId
        && ((BuildId) other).scheme == scheme
        && ((BuildId) other).text.equals(text);
  }

  @Override
  public int hashCode() {
    return 31 * scheme.hashCode() + text.hashCode();
  }

  @Override
  public String toString() {
    return scheme + ":" + text;
  }
}
