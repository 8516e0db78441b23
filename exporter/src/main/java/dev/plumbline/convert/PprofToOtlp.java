package dev.plumbline.convert;

import static java.util.Objects.requireNonNull;

import dev.plumbline.export.sender.ExportRequest;
import dev.plumbline.pprof.PprofProfile;
import dev.plumbline.profile.ProfileType;
import dev.plumbline.profile.SampleCounts;
import dev.plumbline.wire.IntTupleTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A pprof profile as OTLP requests (§4.1 of the OTLP study): a profile for each sample type, in the
 * file's order, sharing one dictionary; everything that OTLP has no field for as {@code pprof.*}
 * attributes. Equal samples are added together. Made for speed: indexes are mapped to indexes, and
 * bytes are written once. One conversion of one range of samples; confined to its thread.
 *
 * <p>Not kept are ids, entries that no sample leads to, and the order of labels with different
 * keys.
 */
public final class PprofToOtlp {
  private final PprofProfile profile;
  private final OtlpTarget target;
  private final PprofTranslation translation;
  private final OtlpTables tables;

  private PprofToOtlp(PprofProfile profile, OtlpTarget target) {
    this.profile = profile;
    this.target = target;
    this.tables = new OtlpTables(profile.stackReferenceCount());
    this.translation = new PprofTranslation(profile, tables);
  }

  /**
   * The requests; several if one would be too long for the target. None if there is nothing to send
   * and the target does not keep zeros.
   */
  public static List<ExportRequest> convert(PprofProfile profile, OtlpTarget target) {
    requireNonNull(target, "target");
    List<ExportRequest> requests = new ArrayList<>();
    convert(profile, target, 0, profile.sampleCount(), requests);
    return Collections.unmodifiableList(requests);
  }

  private static void convert(
      PprofProfile profile, OtlpTarget target, int from, int to, List<ExportRequest> requests) {
    ExportRequest request = new PprofToOtlp(profile, target).request(from, to);
    if (request.length() > target.maxRequestBytes() && to - from > 1) {
      int middle = (from + to) >>> 1;
      convert(profile, target, from, middle, requests);
      convert(profile, target, middle, to, requests);
    } else if (request.profileCount() > 0) {
      requests.add(request);
    }
  }

  private ExportRequest request(int from, int to) {
    SummedSamples samples = sum(from, to);
    PprofProfileFormat format =
        new PprofProfileFormat(profile, target, translation, tables, samples);
    SampleCounts.Builder counts = SampleCounts.builder();
    int profiles = 0;
    for (int type = 0; type < profile.sampleTypeCount(); type++) {
      int count = format.sampleCount(type);
      ProfileType counted = type(type);
      profiles += format.isWritten(type) ? 1 : 0;
      if (counted != null && count > 0) {
        counts.add(counted, count);
      }
    }
    byte[] body = format.write();
    return ExportRequest.takingOver(body, body.length, profiles, counts.build());
  }

  private @Nullable ProfileType type(int column) {
    return TypeWords.of(
        profile.string(profile.sampleType(column)),
        profile.string(profile.sampleUnit(column)),
        profile.string(profile.head().periodType()),
        profile.string(profile.head().periodUnit()),
        profile.head().period());
  }

  /**
   * Added up by the file's own indexes first, so that what is zero asks for no entry of the
   * dictionary; then, since a file may hold equal entries, by the request's.
   */
  private SummedSamples sum(int from, int to) {
    int types = profile.sampleTypeCount();
    SummedSamples ofFile = new SummedSamples(types, to - from);
    for (int sample = from; sample < to; sample++) {
      int row = ofFile.row(profile.stack(sample), profile.labelSet(sample), 0);
      for (int type = 0; type < types; type++) {
        ofFile.add(row, type, profile.value(sample, type));
      }
    }
    if (target.keepsZeros()) {
      translation.allMappings();
    } else {
      translation.mappingsOf(usedStacks(ofFile));
    }
    SummedSamples samples = new SummedSamples(types, ofFile.count());
    boolean completes = target.receivedUnixNanos() != 0;
    for (int row = 0; row < ofFile.count(); row++) {
      if (target.keepsZeros() || !ofFile.isZero(row)) {
        int labels = ofFile.attributeList(row);
        int list = translation.attributeList(labels);
        int ofStack = ofFile.stack(row);
        int stack = ofStack == 0 && completes ? translation.noStack() : translation.stack(ofStack);
        int into = samples.row(stack, list, translation.link(labels));
        for (int type = 0; type < types; type++) {
          samples.add(into, type, ofFile.value(row, type));
        }
      }
    }
    return samples;
  }

  private boolean[] usedStacks(SummedSamples ofFile) {
    boolean[] used = new boolean[profile.stackCount() + 1];
    for (int row = 0; row < ofFile.count(); row++) {
      used[ofFile.stack(row)] |= !ofFile.isZero(row);
    }
    return used;
  }

  /** Samples of the request: what tells them apart, and a value for each type. */
  static final class SummedSamples {
    private final int types;
    private final IntTupleTable identities = new IntTupleTable(1024);
    private final int[] identity = new int[3];
    private long[] values;

    SummedSamples(int types, int expected) {
      this.types = types;
      this.values = new long[Math.max(1, expected) * types];
    }

    int row(int stack, int attributeList, int link) {
      identity[0] = stack;
      identity[1] = attributeList;
      identity[2] = link;
      return identities.intern(identity, 3) - 1;
    }

    /** Saturates. */
    void add(int row, int type, long value) {
      int at = row * types + type;
      if (at >= values.length) {
        values = Arrays.copyOf(values, values.length * 2);
      }
      long sum = values[at] + value;
      boolean overflows = ((values[at] ^ sum) & (value ^ sum)) < 0;
      values[at] = overflows ? (value < 0 ? Long.MIN_VALUE : Long.MAX_VALUE) : sum;
    }

    int count() {
      return identities.count();
    }

    boolean isZero(int row) {
      for (int type = 0; type < types; type++) {
        if (value(row, type) != 0) {
          return false;
        }
      }
      return true;
    }

    int stack(int row) {
      return identities.get(row + 1, 0);
    }

    int attributeList(int row) {
      return identities.get(row + 1, 1);
    }

    int link(int row) {
      return identities.get(row + 1, 2);
    }

    long value(int row, int type) {
      return values[row * types + type];
    }
  }
}
