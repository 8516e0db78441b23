package dev.plumbline.api.json;

import dev.plumbline.store.segment.SeriesType;
import java.util.Map;

/** What people call profile types. Stateless. */
public final class TypeTitle {
  private static final Map<String, String> BY_TYPE =
      Map.ofEntries(
          Map.entry("cpu", "CPU"),
          Map.entry("samples", "Samples"),
          Map.entry("wall", "Wall clock"),
          Map.entry("off_cpu", "Off CPU"),
          Map.entry("alloc_objects", "Allocations"),
          Map.entry("alloc_space", "Allocated memory"),
          Map.entry("inuse_objects", "Live objects"),
          Map.entry("inuse_space", "Memory in use"),
          Map.entry("goroutine", "Goroutines"),
          Map.entry("threadcreate", "Created threads"),
          Map.entry("exceptions", "Exceptions"));
  private static final Map<String, String> OF_MUTEX =
      Map.of("contentions", "Lock contentions", "delay", "Lock waits");
  private static final Map<String, String> OF_BLOCK =
      Map.of("contentions", "Blocking calls", "delay", "Time blocked");

  private TypeTitle() {}

  public static String of(SeriesType type) {
    String[] words = type.id().split(":", -1);
    String periodType = words.length > 2 ? words[2] : "";
    Map<String, String> waits = periodType.equals("block") ? OF_BLOCK : OF_MUTEX;
    String title = waits.get(type.type());
    if (title == null) {
      title = BY_TYPE.get(type.type());
    }
    return title == null ? type.type().replace('_', ' ') : title;
  }
}
