package dev.plumbline.process;

/** What was lost or given up while following processes. */
public enum TrackingCount {
  /** Processes whose mappings were read. */
  PROCESSES_READ,
  /** Processes that had gone before they could be read. */
  PROCESSES_GONE,
  /** Processes that the kernel's map had no room for. */
  PROCESSES_REFUSED,
  /** Mappings left out of a process with too many. */
  MAPPINGS_LEFT_OUT,
  /** Files that could not be opened or are no ELF files. */
  FILES_REFUSED,
  /** Tables loaded into the kernel. */
  TABLES_LOADED,
  /** Tables loaded from the cache on disk. */
  TABLES_CACHED,
  /** Files whose tables contradict themselves. */
  TABLES_MALFORMED,
  /** Tables not loaded, or unloaded, because the memory for tables is used up. */
  TABLES_SHED,
  /** Tables unloaded with their last process. */
  TABLES_UNUSED,
  /** Samples that waited for their process and were walked to the end. */
  SAMPLES_RESCUED,
  /** Samples that waited in vain. */
  SAMPLES_UNRESOLVED,
  /** Samples that could not wait, because too many did. */
  SAMPLES_NOT_PARKED,
  /** Records of a length that contradicts itself. */
  RECORDS_MALFORMED,
  /** Faults of ours while following processes; the thread goes on. */
  FAULTS
}
