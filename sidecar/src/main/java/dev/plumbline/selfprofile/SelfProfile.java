package dev.plumbline.selfprofile;

import dev.plumbline.jfr.JvmGadget;

/** What can be recorded, by its name in the path. */
enum SelfProfile {
  PROFILE("profile", JvmGadget.CPU, "", "jdk.ExecutionSample", 30),
  ALLOCS("allocs", JvmGadget.ALLOC, "", "jdk.ObjectAllocationSample", 5),
  BLOCK("block", JvmGadget.LOCK, "block_", "jdk.ThreadPark", 5),
  MUTEX("mutex", JvmGadget.LOCK, "mutex_", "jdk.JavaMonitorEnter", 5);

  private final String path;
  private final JvmGadget gadget;
  private final String dataSourcePrefix;
  private final String event;
  private final int defaultSeconds;

  SelfProfile(
      String path, JvmGadget gadget, String dataSourcePrefix, String event, int defaultSeconds) {
    this.path = path;
    this.gadget = gadget;
    this.dataSourcePrefix = dataSourcePrefix;
    this.event = event;
    this.defaultSeconds = defaultSeconds;
  }

  String path() {
    return path;
  }

  JvmGadget gadget() {
    return gadget;
  }

  /** Whether that data source of the gadget is in the profile. */
  boolean has(String dataSource) {
    return dataSource.startsWith(dataSourcePrefix);
  }

  /** Of the JDK. */
  String event() {
    return event;
  }

  /** Without {@code seconds}. */
  int defaultSeconds() {
    return defaultSeconds;
  }
}
