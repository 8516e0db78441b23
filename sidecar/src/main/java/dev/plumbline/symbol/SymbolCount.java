package dev.plumbline.symbol;

/** What happened while names were looked for; each loss has its own. */
public enum SymbolCount {
  /** Tables read, one a file. */
  TABLES_READ,
  /** Tables read that had no function at all. */
  TABLES_EMPTY,
  /** Files whose symbols break a bound or the format. */
  TABLES_REFUSED,
  /** Tables dropped since they were not used for a while, or for memory. */
  TABLES_DROPPED,
  /** Debug files used. */
  DEBUG_FILES_USED,
  /** Debug files that belong to another build, or are broken. */
  DEBUG_FILES_REFUSED,
  /** Go programs whose line table could not be used. */
  GO_TABLES_REFUSED,
  /** Addresses looked up that were not in the cache. */
  FRAMES_RESOLVED,
  /** Addresses without a name, of those. */
  FRAMES_UNRESOLVED,
  /** Perf maps refused: not of the process's user, or no regular file. */
  PERF_MAPS_REFUSED,
  /** Lines and bytes of perf maps over the limit. */
  PERF_MAPS_CUT,
  /** Perf maps of other processes dropped for memory; they are read again when they are needed. */
  PERF_MAPS_DROPPED
}
