package dev.plumbline.pprof;

import static java.util.stream.Collectors.toList;

import dev.plumbline.profile.Profile;
import dev.plumbline.profile.ProfileType;
import dev.plumbline.profile.ProfileWindow;
import dev.plumbline.profile.Resource;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;

/**
 * Windows to pprof files. One file knows one period, so profiles of a window that agree in it share
 * a file, with one column of values each; {@code samples/count} with period {@code cpu/nanoseconds}
 * also gets the column {@code cpu/nanoseconds}, as Go's own CPU profiles have it. What pprof cannot
 * say (scope, resource, frame types) is left out, but for the resource's identity where a file
 * holds several: that becomes labels (§3 and §4.1 of the OTLP study). Deterministic. Stateless.
 */
public final class PprofEncoder {
  private static final String CPU = "cpu";
  private static final String NANOSECONDS = "nanoseconds";
  private static final int GZIP_BUFFER_BYTES = 8 << 10;

  /**
   * Files of that window, in the order in which their periods first appear; none if it is empty.
   */
  public List<PprofFile> encode(ProfileWindow window) {
    List<PprofFile> files = new ArrayList<>();
    for (List<Profile> profiles : byPeriod(window)) {
      ProtoWriter out = new ProtoWriter();
      int samples = write(profiles, out);
      files.add(new PprofFile(profiles.get(0).type().periodType(), out.toByteArray(), samples));
    }
    return files;
  }

  /** As {@link #encode}, each file as one gzip member, without ever holding the bytes of one. */
  public void write(ProfileWindow window, OutputStream out) throws IOException {
    try {
      for (List<Profile> profiles : byPeriod(window)) {
        GZIPOutputStream gzip = new GZIPOutputStream(out, GZIP_BUFFER_BYTES);
        ProtoWriter writer = new ProtoWriter(gzip);
        write(profiles, writer);
        writer.drain();
        gzip.finish();
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private static Collection<List<Profile>> byPeriod(ProfileWindow window) {
    Map<List<Object>, List<Profile>> byPeriod = new LinkedHashMap<>();
    for (Profile profile : window.profiles()) {
      ProfileType type = profile.type();
      List<Object> period = Arrays.asList(type.periodType(), type.periodUnit(), type.period());
      byPeriod.computeIfAbsent(period, absent -> new ArrayList<>()).add(profile);
    }
    return byPeriod.values();
  }

  /**
   * The file of a time in which nothing happened, which is a profile too: readers that scrape
   * expect one.
   *
   * @param types not empty, with one period
   */
  public PprofFile encodeEmpty(List<ProfileType> types, long startUnixNanos, long durationNanos) {
    Columns columns = new Columns(types);
    PprofTables tables = new PprofTables();
    ProtoWriter out = new ProtoWriter();
    columns.write(out, tables);
    writeTimes(out, startUnixNanos, durationNanos);
    writePeriod(out, tables, types.get(0), columns);
    tables.write(out);
    return new PprofFile(types.get(0).periodType(), out.toByteArray(), 0);
  }

  /** Returns how many samples there are. */
  private static int write(List<Profile> profiles, ProtoWriter out) {
    Columns columns = new Columns(profiles.stream().map(Profile::type).collect(toList()));
    PprofTables tables = new PprofTables();
    PprofSamples samples = new PprofSamples(tables, columns.count, severalResources(profiles));
    for (Profile profile : profiles) {
      samples.add(profile, columns.of(profile.type()), columns.cpuTimeColumn(profile.type()));
    }
    columns.write(out, tables);
    samples.write(out);
    long start = profiles.stream().mapToLong(Profile::startUnixNanos).min().orElseThrow();
    long end = profiles.stream().mapToLong(PprofEncoder::endUnixNanos).max().orElseThrow();
    writeTimes(out, start, end - start);
    writePeriod(out, tables, profiles.get(0).type(), columns);
    tables.write(out);
    return samples.sampleCount();
  }

  private static boolean severalResources(List<Profile> profiles) {
    Resource first = profiles.get(0).resource();
    return profiles.stream().anyMatch(profile -> !profile.resource().equals(first));
  }

  private static long endUnixNanos(Profile profile) {
    return profile.startUnixNanos() + profile.durationNanos();
  }

  private static void writeTimes(ProtoWriter out, long startUnixNanos, long durationNanos) {
    out.varint(9, startUnixNanos);
    out.varint(10, durationNanos);
  }

  private static void writePeriod(
      ProtoWriter out, PprofTables tables, ProfileType type, Columns columns) {
    long periodType = tables.string(type.periodType());
    long periodUnit = tables.string(type.periodUnit());
    out.message(
        11,
        message -> {
          message.varint(1, periodType);
          message.varint(2, periodUnit);
        });
    out.varint(12, type.period());
    out.varint(14, tables.string(columns.defaultType()));
  }

  /** The values of a sample: which profile type stands where. */
  private static final class Columns {
    private final List<List<String>> names = new ArrayList<>();
    private final int count;

    Columns(List<ProfileType> types) {
      for (ProfileType type : types) {
        add(type.type(), type.unit());
        if (isCpuSamples(type)) {
          add(CPU, NANOSECONDS);
        }
      }
      this.count = names.size();
    }

    private void add(String type, String unit) {
      List<String> name = Arrays.asList(type, unit);
      if (!names.contains(name)) {
        names.add(name);
      }
    }

    int of(ProfileType type) {
      return names.indexOf(Arrays.asList(type.type(), type.unit()));
    }

    /** Column of the CPU time that goes with counted samples; -1 if the type has none. */
    int cpuTimeColumn(ProfileType type) {
      return isCpuSamples(type) ? names.indexOf(Arrays.asList(CPU, NANOSECONDS)) : -1;
    }

    /** What a person wants to see first: time or bytes, else the last as pprof itself takes it. */
    String defaultType() {
      String chosen = names.get(count - 1).get(0);
      for (List<String> name : names) {
        if (name.get(1).equals(NANOSECONDS) || name.get(1).equals("bytes")) {
          chosen = name.get(0);
        }
      }
      return chosen;
    }

    void write(ProtoWriter out, PprofTables tables) {
      for (List<String> name : names) {
        long type = tables.string(name.get(0));
        long unit = tables.string(name.get(1));
        out.message(
            1,
            message -> {
              message.varint(1, type);
              message.varint(2, unit);
            });
      }
    }

    private static boolean isCpuSamples(ProfileType type) {
      return type.type().equals("samples")
          && type.unit().equals("count")
          && type.periodType().equals(CPU)
          && type.periodUnit().equals(NANOSECONDS);
    }
  }
}
