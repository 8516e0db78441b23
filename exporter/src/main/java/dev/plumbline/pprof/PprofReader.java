package dev.plumbline.pprof;

import static java.util.Objects.requireNonNull;

import dev.plumbline.wire.Gunzip;
import dev.plumbline.wire.InputException;
import dev.plumbline.wire.InputException.Kind;
import dev.plumbline.wire.IntList;
import dev.plumbline.wire.ProtoReader;
import dev.plumbline.wire.Utf8Table;

/**
 * Bytes of {@code profile.proto}, raw or gzipped, to a profile. Takes what {@code go tool pprof}
 * takes and refuses what it refuses (§3.2 of the OTLP study): ids in any order, packed or single
 * scalars, dangling mappings as none; no dangling location or function, no second profile behind
 * the first. Bounded by {@link PprofLimits}; nothing is kept between reads. Thread-safe.
 */
public final class PprofReader {
  /** Of a profile as a whole, roughly. */
  private static final int BYTES_PER_REFERENCE = 4;

  private final PprofLimits limits;

  private PprofReader(PprofLimits limits) {
    this.limits = requireNonNull(limits, "limits");
  }

  public static PprofReader of(PprofLimits limits) {
    return new PprofReader(limits);
  }

  /**
   * The profile in that body, which is inflated first if it begins as gzip does. The array is kept
   * by the profile if it is raw.
   *
   * @throws InputException malformed, or above a limit
   */
  public PprofProfile read(byte[] body) throws InputException {
    if (Gunzip.isGzip(body)) {
      return new Pass(Gunzip.inflate(body, limits.maxInflatedBytes()), limits).read();
    }
    if (body.length > limits.maxInflatedBytes()) {
      throw new InputException(
          Kind.TOO_LARGE,
          -1,
          "body is " + body.length + " bytes, the limit is " + limits.maxInflatedBytes());
    }
    return new Pass(body, limits).read();
  }

  /** One read: from the first byte to the last, then references to indexes. */
  private static final class Pass {
    private final ProtoReader in;
    private final int length;
    private final PprofLimits limits;
    private final PprofTableSet tables;
    private final PprofHead head = new PprofHead();
    private final SampleColumns samples = new SampleColumns();
    private final PprofTableReader tableReader;
    private final IntList tuple = new IntList();
    private final IntList labels = new IntList();

    Pass(byte[] bytes, PprofLimits limits) {
      this.in = ProtoReader.of(bytes, "Profile");
      this.length = bytes.length;
      this.limits = limits;
      this.tables = new PprofTableSet(Utf8Table.over(bytes), bytes.length / BYTES_PER_REFERENCE);
      this.tableReader = new PprofTableReader(in, tables);
    }

    PprofProfile read() throws InputException {
      if (length == 0) {
        throw InputException.malformed(0, "body is empty");
      }
      while (in.next()) {
        field();
      }
      PprofProfile profile = new PprofProfile(tables, head, samples);
      PprofCheck.checkValues(profile, samples, limits);
      tableReader.finish();
      PprofCheck.checkStrings(profile, tables);
      return profile;
    }

    private void field() throws InputException {
      switch (in.field()) {
        case 1:
          valueType(head.sampleTypes);
          break;
        case 2:
          sample();
          break;
        case 3:
          tableReader.mapping();
          break;
        case 4:
          tableReader.location();
          break;
        case 5:
          tableReader.function();
          break;
        case 6:
          int size = in.length();
          tables.strings.append(in.position(), in.position() + size);
          in.pass(size);
          break;
        default:
          headField();
      }
    }

    private void headField() throws InputException {
      switch (in.field()) {
        case 7:
          head.dropFrames = in.index();
          break;
        case 8:
          head.keepFrames = in.index();
          break;
        case 9:
          long time = in.varint();
          if (head.timeNanos != 0 && time != 0) {
            throw in.malformed("several profiles one behind another");
          }
          head.timeNanos = time;
          break;
        case 10:
          head.durationNanos = in.varint();
          break;
        case 11:
          IntList words = new IntList();
          valueType(words);
          head.periodType = words.get(0);
          head.periodUnit = words.get(1);
          break;
        case 12:
          head.period = in.varint();
          break;
        case 13:
          in.beginVarints();
          while (in.hasMore()) {
            head.comments.add(in.rawIndex());
          }
          break;
        case 14:
          head.defaultSampleType = in.index();
          break;
        case 15:
          head.docUrl = in.index();
          break;
        default:
          in.skip();
      }
    }

    private void valueType(IntList words) throws InputException {
      int type = 0;
      int unit = 0;
      in.enter("ValueType");
      while (in.next()) {
        switch (in.field()) {
          case 1:
            type = in.index();
            break;
          case 2:
            unit = in.index();
            break;
          default:
            in.skip();
        }
      }
      in.leave();
      words.add(type);
      words.add(unit);
    }

    private void sample() throws InputException {
      checkCount(in, samples.count(), "samples");
      tuple.clear();
      labels.clear();
      int before = samples.values.size();
      in.enter("Sample");
      while (in.next()) {
        switch (in.field()) {
          case 1:
            in.beginVarints();
            while (in.hasMore()) {
              tuple.add(tableReader.locationIds.token(in.rawVarint()));
            }
            break;
          case 2:
            in.beginVarints();
            while (in.hasMore()) {
              samples.values.add(in.rawVarint());
            }
            break;
          case 3:
            label();
            break;
          default:
            in.skip();
        }
      }
      in.leave();
      samples.stacks.add(tuple.size() == 0 ? 0 : tuple.internIn(tables.stacks));
      samples.labelSets.add(labels.size() == 0 ? 0 : labels.internIn(tables.labelSets));
      samples.valueCounts.add(samples.values.size() - before);
    }

    /** A label with neither text, number nor unit says nothing and is left out, as Go does. */
    private void label() throws InputException {
      int key = 0;
      int text = 0;
      long number = 0;
      int unit = 0;
      in.enter("Label");
      while (in.next()) {
        switch (in.field()) {
          case 1:
            key = in.index();
            break;
          case 2:
            text = in.index();
            break;
          case 3:
            number = in.varint();
            break;
          case 4:
            unit = in.index();
            break;
          default:
            in.skip();
        }
      }
      in.leave();
      if (text != 0 || number != 0 || unit != 0) {
        labels.add(key);
        labels.add(text);
        labels.addLong(text != 0 ? 0 : number);
        labels.add(text != 0 ? 0 : unit);
        labels.add(text != 0 ? PprofProfile.TEXT_LABEL : PprofProfile.NUMBER_LABEL);
      }
    }
  }

  static void checkCount(ProtoReader in, int count, String what) throws InputException {
    if (count >= PprofLimits.MAX_ENTRIES) {
      throw new InputException(
          Kind.TOO_MANY, in.position(), "more than " + PprofLimits.MAX_ENTRIES + " " + what);
    }
  }
}
