package dev.plumbline.collector;

import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The profiles of a Go server by name, for {@code remote.profiles}: where they are, whether they
 * are of a window, and which sample types of them mean something there.
 */
enum ProfileKind {
  CPU("/debug/pprof/profile", Window.ALWAYS, ""),
  /** A state; what was allocated since the start of the process is left to {@link #ALLOCS}. */
  HEAP("/debug/pprof/heap", Window.NEVER, "inuse_objects,inuse_space"),
  ALLOCS("/debug/pprof/allocs", Window.ALWAYS, "alloc_objects,alloc_space"),
  BLOCK("/debug/pprof/block", Window.ALWAYS, ""),
  MUTEX("/debug/pprof/mutex", Window.ALWAYS, ""),
  GOROUTINE("/debug/pprof/goroutine", Window.NEVER, ""),
  THREADCREATE("/debug/pprof/threadcreate", Window.NEVER, ""),
  FGPROF("/debug/fgprof", Window.ALWAYS, "");

  private final String path;
  private final Window window;
  private final String sampleTypes;

  ProfileKind(String path, Window window, String sampleTypes) {
    this.path = path;
    this.window = window;
    this.sampleTypes = sampleTypes;
  }

  /** Whether a target is asked for what happens within some seconds. */
  enum Window {
    ALWAYS,
    NEVER
  }

  /** Null for a name that is not known: such a profile says its own path. */
  static @Nullable ProfileKind of(String name) {
    for (ProfileKind kind : values()) {
      if (kind.name().toLowerCase(Locale.ROOT).equals(name)) {
        return kind;
      }
    }
    return null;
  }

  String path() {
    return path;
  }

  Window window() {
    return window;
  }

  /** Those that are kept; empty for all. */
  Set<String> sampleTypes() {
    return sampleTypes.isEmpty() ? Set.of() : Set.of(sampleTypes.split(",", -1));
  }
}
