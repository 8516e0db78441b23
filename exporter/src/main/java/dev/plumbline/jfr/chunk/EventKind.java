package dev.plumbline.jfr.chunk;

/** The events that become records. */
public enum EventKind {
  EXECUTION_SAMPLE("jdk.ExecutionSample"),
  CPU_TIME_SAMPLE("jdk.CPUTimeSample"),
  WALL_CLOCK_SAMPLE("profiler.WallClockSample"),
  ALLOCATION_IN_NEW_TLAB("jdk.ObjectAllocationInNewTLAB"),
  ALLOCATION_OUTSIDE_TLAB("jdk.ObjectAllocationOutsideTLAB"),
  ALLOCATION_SAMPLE("jdk.ObjectAllocationSample"),
  LIVE_OBJECT("profiler.LiveObject"),
  MONITOR_ENTER("jdk.JavaMonitorEnter"),
  THREAD_PARK("jdk.ThreadPark"),
  NATIVE_LOCK("profiler.NativeLock"),
  MALLOC("profiler.Malloc");

  private final String eventName;

  EventKind(String eventName) {
    this.eventName = eventName;
  }

  String eventName() {
    return eventName;
  }
}
