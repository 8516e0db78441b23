package dev.plumbline.scrape;

import dev.plumbline.pprof.PprofProfile;
import java.net.URI;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** What a target counts: since its start, or within a window. */
public enum Temporality {
  /** As the profile looks: since the start where Go's counters stand in one without a duration. */
  AUTO,
  /** Since the target's start: the difference of two answers is what happened between them. */
  CUMULATIVE,
  /** Of a window: taken as it is. */
  DELTA;

  /** Go's counters; its other types are states, or of a window by themselves. */
  private static final Set<String> GO_COUNTERS =
      Set.of("alloc_objects", "alloc_space", "contentions", "delay");

  private static final Pattern SECONDS = Pattern.compile("(?:^|&)seconds=[1-9]");

  /** Of states, which are neither. */
  private static final String STATE = "inuse_";

  /** The sample types of that answer that count since the start of the target. */
  Set<String> counters(PprofProfile answer, URI url) {
    Set<String> counters = new TreeSet<>();
    if (this == DELTA || (this == AUTO && isOfAWindow(answer, url))) {
      return counters;
    }
    for (int type = 0; type < answer.sampleTypeCount(); type++) {
      String name = answer.string(answer.sampleType(type));
      if (this == AUTO ? GO_COUNTERS.contains(name) : !name.startsWith(STATE)) {
        counters.add(name);
      }
    }
    return counters;
  }

  /** Profilers that count within a window in the target say so in the path alone. */
  private static boolean isOfAWindow(PprofProfile answer, URI url) {
    String query = url.getRawQuery();
    return answer.head().durationNanos() > 0
        || (query != null && SECONDS.matcher(query).find())
        || String.valueOf(url.getPath()).toLowerCase(Locale.ROOT).contains("delta");
  }
}
