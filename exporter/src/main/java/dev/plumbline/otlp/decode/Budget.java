package dev.plumbline.otlp.decode;

import dev.plumbline.wire.InputException;
import dev.plumbline.wire.InputException.Kind;

/**
 * What one request has still to spend, and what was odd about it. Confined to the decoder's thread.
 */
final class Budget {
  /** Resources, scopes and profiles together: each costs objects, however short it is. */
  private static final int MAX_PARTS = 200_000;

  private final OtlpLimits limits;
  private int references;
  private int entries;
  private int unknownFields;
  private boolean hasUnpackedValues;
  private int parts = MAX_PARTS;

  Budget(OtlpLimits limits) {
    this.limits = limits;
    this.references = limits.maxReferences();
    this.entries = limits.maxEntries();
  }

  /**
   * @param count entries that a table has already
   */
  void checkTable(int count, int offset, String table) throws InputException {
    if (count >= limits.maxEntries()) {
      throw new InputException(
          Kind.TOO_MANY, offset, table + " has more than " + limits.maxEntries() + " entries");
    }
  }

  /** One sample, attribute or value more. */
  void spendEntry(int offset) throws InputException {
    if (--entries < 0) {
      throw new InputException(
          Kind.TOO_MANY,
          offset,
          "more than " + limits.maxEntries() + " samples, attributes and values");
    }
  }

  /** One resource, scope or profile more. */
  void spendPart(int offset) throws InputException {
    if (--parts < 0) {
      throw new InputException(
          Kind.TOO_MANY, offset, "more than " + MAX_PARTS + " resources, scopes and profiles");
    }
  }

  /** One number more in a repeated field. */
  void spendReference(int offset) throws InputException {
    spendReferences(1, offset);
  }

  /** Numbers more in a repeated field. */
  void spendReferences(int count, int offset) throws InputException {
    references -= count;
    if (references < 0) {
      throw new InputException(
          Kind.TOO_MANY, offset, "more than " + limits.maxReferences() + " numbers in lists");
    }
  }

  void countUnknownField() {
    unknownFields++;
  }

  int unknownFields() {
    return unknownFields;
  }

  void noteUnpackedValue() {
    hasUnpackedValues = true;
  }

  boolean hasUnpackedValues() {
    return hasUnpackedValues;
  }
}
