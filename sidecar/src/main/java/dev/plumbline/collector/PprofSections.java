package dev.plumbline.collector;

import dev.plumbline.config.Section;
import dev.plumbline.scrape.PullSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The sections of a receiver {@code pprof} that fetch: each is on if its key stands there. The flat
 * keys of versions before 0.153 of the Collector are taken for the section that they belong to now,
 * with a line that says so.
 */
public final class PprofSections {
  /** All sections, in the order in which they start. */
  public static final List<String> NAMES = List.of("remote", "file", "self", "server");

  private static final String REMOTE = "remote";
  private static final String FILE = "file";
  private static final String SELF = "self";
  private static final Set<String> FRACTIONS = SelfReader.fractions();

  /** The sections, and the flat keys. */
  public static final Set<String> KEYS = keys();

  private final CollectorFile context;
  private final Section pprof;
  private final Map<String, PullSource> sources = new LinkedHashMap<>();

  private PprofSections(CollectorFile context, Section pprof) {
    this.context = context;
    this.pprof = pprof;
  }

  private static Set<String> keys() {
    Set<String> keys = new TreeSet<>(NAMES);
    keys.addAll(ClientReader.KEYS);
    keys.addAll(ScheduleReader.KEYS);
    keys.addAll(FRACTIONS);
    keys.add("include");
    return Set.copyOf(keys);
  }

  /** Settings by section, without {@code self} and {@code server}, to which others send. */
  public static Map<String, PullSource> read(CollectorFile context, Section pprof) {
    PprofSections sections = new PprofSections(context, pprof);
    sections.named();
    sections.flat();
    return sections.sources;
  }

  private void named() {
    if (pprof.isNamed(REMOTE)) {
      put(REMOTE, new RemoteReader(context).read(pprof.section(REMOTE, RemoteReader.KEYS)));
    }
    if (pprof.isNamed(FILE)) {
      put(FILE, new FileSectionReader(context).read(pprof.section(FILE, FileSectionReader.keys())));
    }
  }

  private void put(String section, @Nullable PullSource source) {
    if (source != null) {
      sources.put(section, source);
    }
  }

  private void flat() {
    List<String> flat = new ArrayList<>();
    for (String key : new TreeSet<>(KEYS)) {
      if (!NAMES.contains(key) && pprof.isNamed(key)) {
        flat.add(key);
      }
    }
    if (flat.isEmpty()) {
      return;
    }
    boolean isRemote = flat.contains("endpoint");
    boolean isFile = flat.contains("include");
    for (String key : flat) {
      String section = section(key, isRemote, isFile);
      if (section.equals(REMOTE) && !isRemote && !pprof.isNamed(REMOTE)) {
        pprof.problemAtKey(key, "belongs to remote, whose endpoint is missing");
      } else if (pprof.isNamed(section)) {
        pprof.problemAtKey(key, "stands beside " + section + ", expected it in that section");
      } else {
        context
            .warnings()
            .add(
                pprof.positionOf(key),
                pprof.keyPath(key)
                    + ": is the form of older versions, write "
                    + section
                    + "."
                    + key);
      }
    }
    if (isRemote && !pprof.isNamed(REMOTE)) {
      put(REMOTE, new RemoteReader(context).read(pprof));
    }
    if (isFile && !pprof.isNamed(FILE)) {
      put(FILE, new FileSectionReader(context).read(pprof));
    }
  }

  /** Whether flat keys ask for {@code self}: its own, or none of the other sections'. */
  static boolean isFlatSelf(Section pprof) {
    if (pprof.isNamed(SELF)) {
      return false;
    }
    boolean isOther =
        NAMES.stream().anyMatch(pprof::isNamed)
            || pprof.isNamed("endpoint")
            || pprof.isNamed("include");
    boolean isSchedule = ScheduleReader.KEYS.stream().anyMatch(pprof::isNamed);
    return FRACTIONS.stream().anyMatch(pprof::isNamed) || (!isOther && isSchedule);
  }

  /** To which a flat key belongs, beside these. */
  private static String section(String key, boolean isRemote, boolean isFile) {
    if (FRACTIONS.contains(key)) {
      return SELF;
    }
    if (key.equals("include")) {
      return FILE;
    }
    boolean isSchedule = ScheduleReader.KEYS.contains(key);
    return !isSchedule || isRemote ? REMOTE : isFile ? FILE : SELF;
  }
}
