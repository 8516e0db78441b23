package dev.plumbline.format.legacy;

import dev.plumbline.pprof.PprofBuilder;

/** What the addresses of a profile lead to, as the sections behind its samples tell. */
interface Places {
  /** Reads a line of those sections; what it does not know it passes over. */
  void line(String line);

  /** All lines are read, and the samples come next. */
  void writeTo(PprofBuilder builder);

  /** Index of the location of that address. */
  int location(PprofBuilder builder, long address);
}
