package dev.plumbline.config;

import org.jspecify.annotations.Nullable;

/**
 * Named settings of the surroundings: environment variables or system properties. Passed in, never
 * read statically, so that a test and an embedded agent see what they are given.
 */
@FunctionalInterface
public interface Variables {
  Variables NONE = name -> null;

  /** Null if it is not set. */
  @Nullable String get(String name);
}
