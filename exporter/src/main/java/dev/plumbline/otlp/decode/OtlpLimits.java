package dev.plumbline.otlp.decode;

/**
 * What a request may cost before it is refused (design §10). Entries are bounded beside the bytes,
 * since two bytes can ask for an entry. Immutable.
 */
public final class OtlpLimits {
  /** 64 MiB; 2 million entries of a table; 16 million references in all. */
  public static final OtlpLimits DEFAULT = new OtlpLimits(64 << 20, 2_000_000, 16_000_000);

  /** For files that a person names: 1 GiB; as many samples and stacks as that holds. */
  public static final OtlpLimits FILE = new OtlpLimits(1 << 30, 1 << 25, 1 << 28);

  private static final int HEAP_OF_ENTRY = 256;
  private static final int HEAP_OF_REFERENCE = 32;

  private final int maxBytes;
  private final int maxEntries;
  private final int maxReferences;

  private OtlpLimits(int maxBytes, int maxEntries, int maxReferences) {
    this.maxBytes = maxBytes;
    this.maxEntries = maxEntries;
    this.maxReferences = maxReferences;
  }

  /** These limits with another bound of the bytes. */
  public OtlpLimits withMaxBytes(int bytes) {
    return new OtlpLimits(bytes, maxEntries, maxReferences);
  }

  /** These limits, less where a heap of so many bytes would be filled by what they allow. */
  public OtlpLimits within(long heapBytes) {
    return new OtlpLimits(
        maxBytes,
        (int) Math.min(maxEntries, heapBytes / HEAP_OF_ENTRY),
        (int) Math.min(maxReferences, heapBytes / HEAP_OF_REFERENCE));
  }

  /** Of the whole request, uncompressed. */
  public int maxBytes() {
    return maxBytes;
  }

  /** Of one table; samples, attributes and values of the whole request likewise. */
  public int maxEntries() {
    return maxEntries;
  }

  /** Numbers in all repeated fields together. */
  public int maxReferences() {
    return maxReferences;
  }
}
