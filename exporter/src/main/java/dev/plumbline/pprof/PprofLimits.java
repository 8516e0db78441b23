package dev.plumbline.pprof;

/**
 * What a pprof file may cost before it is refused (design §10). The number of entries in each table
 * is bounded beside the bytes, since two bytes can ask for an entry. Immutable.
 */
public final class PprofLimits {
  /** For bodies that are pushed to us: 32 MiB inflated, sample types and rows unlimited. */
  public static final PprofLimits PUSHED =
      new PprofLimits(32 << 20, Integer.MAX_VALUE, Long.MAX_VALUE);

  /** For files that a person names: 1 GiB inflated. */
  public static final PprofLimits FILE =
      new PprofLimits(1 << 30, Integer.MAX_VALUE, Long.MAX_VALUE);

  /** Entries of one table and samples of one file. */
  static final int MAX_ENTRIES = 1 << 23;

  private final int maxInflatedBytes;
  private final int maxSampleTypes;
  private final long maxRows;

  private PprofLimits(int maxInflatedBytes, int maxSampleTypes, long maxRows) {
    this.maxInflatedBytes = maxInflatedBytes;
    this.maxSampleTypes = maxSampleTypes;
    this.maxRows = maxRows;
  }

  /** These limits with another bound of the inflated bytes. */
  public PprofLimits withMaxInflatedBytes(int bytes) {
    return new PprofLimits(bytes, maxSampleTypes, maxRows);
  }

  /** These limits with another bound of the sample types. */
  public PprofLimits withMaxSampleTypes(int types) {
    return new PprofLimits(maxInflatedBytes, types, maxRows);
  }

  /** These limits with another bound of the rows: samples times sample types. */
  public PprofLimits withMaxRows(long rows) {
    return new PprofLimits(maxInflatedBytes, maxSampleTypes, rows);
  }

  /** After inflation, in bytes. */
  public int maxInflatedBytes() {
    return maxInflatedBytes;
  }

  public int maxSampleTypes() {
    return maxSampleTypes;
  }

  /** Samples times sample types. */
  public long maxRows() {
    return maxRows;
  }
}
