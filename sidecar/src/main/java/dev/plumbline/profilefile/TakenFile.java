package dev.plumbline.profilefile;

import static java.util.Objects.requireNonNull;

/**
 * A file as it was when it was last read. Immutable.
 *
 * @param hash of its content, SHA-256 in hexadecimal digits
 */
record TakenFile(FileStamp stamp, String hash, Outcome outcome) {
  TakenFile {
    requireNonNull(stamp, "stamp");
    requireNonNull(hash, "hash");
    requireNonNull(outcome, "outcome");
  }

  /** What reading it brought. */
  enum Outcome {
    TAKEN,
    /** It is no profile, or too large: it is not read again before it changes. */
    REFUSED
  }
}
