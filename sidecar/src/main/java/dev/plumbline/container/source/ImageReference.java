package dev.plumbline.container.source;

/**
 * The parts of an image's reference, {@code name[:tag][@digest]}. Immutable.
 *
 * @param name with the registry, if it is written
 * @param tag empty for none
 * @param digest {@code sha256:…}; empty for none
 */
public record ImageReference(String name, String tag, String digest) {
  /** Splits a reference; a bare digest or id has no name. */
  public static ImageReference of(String reference) {
    if (reference.startsWith("sha256:")) {
      return new ImageReference("", "", reference);
    }
    int at = reference.indexOf('@');
    String digest = at < 0 ? "" : reference.substring(at + 1);
    String named = at < 0 ? reference : reference.substring(0, at);
    int colon = named.lastIndexOf(':');
    boolean tagged = colon > named.lastIndexOf('/');
    String name = tagged ? named.substring(0, colon) : named;
    return new ImageReference(name, tagged ? named.substring(colon + 1) : "", digest);
  }
}
