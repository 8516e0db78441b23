package dev.plumbline.otlp.decode;

import dev.plumbline.wire.InputException;
import dev.plumbline.wire.IntList;
import dev.plumbline.wire.ProtoReader;
import java.util.Collections;
import java.util.List;

/**
 * {@code Profile} and {@code Sample} of one level (§1.3, §1.4, §1.9 of the OTLP study). Confined to
 * the decoder's thread.
 */
final class ProfileReader {
  private final byte[] bytes;
  private final OtlpDictionary dictionary;
  private final Budget budget;
  private final AnyValueReader values;
  private final DictionaryReader tables;
  private final FieldNumbers numbers;
  private final boolean oldest;
  private final IntList list = new IntList();
  private final OldStacks oldStacks;

  ProfileReader(
      byte[] bytes,
      OtlpDictionary dictionary,
      Budget budget,
      AnyValueReader values,
      DictionaryReader tables,
      ReceivedLevel level) {
    this.bytes = bytes;
    this.dictionary = dictionary;
    this.budget = budget;
    this.values = values;
    this.tables = tables;
    this.numbers = new FieldNumbers(level);
    this.oldest = level == ReceivedLevel.V1_7;
    this.oldStacks = new OldStacks(dictionary, budget);
  }

  /** One profile, or one for each sample type at level 1.7. */
  List<OtlpProfile> read(ProtoReader in) throws InputException {
    OtlpProfile profile = new OtlpProfile(new OtlpSamples());
    IntList types = new IntList();
    int defaultType = 0;
    oldStacks.begin();
    int start = in.position();
    in.enter("Profile");
    while (in.next()) {
      switch (numbers.ofProfile(in.field())) {
        case FieldNumbers.SAMPLE_TYPE:
          valueType(in, types);
          break;
        case FieldNumbers.SAMPLES:
          sample(in, profile.samples);
          break;
        case FieldNumbers.LOCATION_INDICES:
          tables.references(in, oldStacks.locationIndices);
          break;
        case FieldNumbers.DEFAULT_TYPE:
          defaultType = in.index();
          break;
        default:
          field(in, profile);
      }
    }
    in.leave();
    checkPayload(profile, start);
    if (oldest) {
      oldStacks.resolve(profile.samples, start);
      return OldTypes.split(profile, types, defaultType, start);
    }
    profile.type = types.size() == 0 ? 0 : types.get(types.size() - 2);
    profile.unit = types.size() == 0 ? 0 : types.get(types.size() - 1);
    return Collections.singletonList(profile);
  }

  private void field(ProtoReader in, OtlpProfile profile) throws InputException {
    switch (numbers.ofProfile(in.field())) {
      case FieldNumbers.TIME:
        profile.timeUnixNanos = oldest ? in.varint() : in.fixed64();
        break;
      case FieldNumbers.DURATION:
        profile.durationNanos = in.varint();
        break;
      case FieldNumbers.PERIOD_TYPE:
        IntList words = new IntList();
        valueType(in, words);
        profile.periodType = words.get(0);
        profile.periodUnit = words.get(1);
        break;
      case FieldNumbers.PERIOD:
        profile.period = in.varint();
        break;
      case FieldNumbers.COMMENTS:
        in.beginVarints();
        while (in.hasMore()) {
          budget.spendReference(in.position());
          profile.comments.add(string(in, in.rawIndex()));
        }
        break;
      case FieldNumbers.PROFILE_ID:
        profile.profileId = profileId(in);
        break;
      case FieldNumbers.DROPPED:
        profile.droppedAttributesCount = in.index();
        break;
      case FieldNumbers.PAYLOAD_FORMAT:
        profile.payloadFormat = values.string(in);
        break;
      case FieldNumbers.PAYLOAD:
        profile.payloadBytes = in.length();
        in.pass(profile.payloadBytes);
        break;
      case FieldNumbers.PROFILE_ATTRIBUTES:
        list.clear();
        tables.references(in, list);
        profile.attributeList = attributeList(in);
        break;
      default:
        values.unknown(in);
    }
  }

  private static void checkPayload(OtlpProfile profile, int start) throws InputException {
    if (profile.payloadBytes > 0 && profile.payloadFormat.isEmpty()) {
      throw InputException.malformed(start, "original payload without its format");
    }
  }

  private byte[] profileId(ProtoReader in) throws InputException {
    int length = in.length();
    if (length != 0 && length != 16) {
      throw in.malformed("profile id is " + length + " bytes, expected 16");
    }
    byte[] id = new byte[length];
    System.arraycopy(bytes, in.position(), id, 0, length);
    in.pass(length);
    return id;
  }

  private void sample(ProtoReader in, OtlpSamples samples) throws InputException {
    budget.spendEntry(in.position());
    int stack = 0;
    int link = 0;
    int firstLocation = 0;
    int locations = 0;
    list.clear();
    in.enter("Sample");
    while (in.next()) {
      switch (numbers.ofSample(in.field())) {
        case FieldNumbers.STACK:
          stack = checked(in, in.index(), dictionary.stackCount(), "stack");
          break;
        case FieldNumbers.VALUES:
          values(in, samples);
          break;
        case FieldNumbers.SAMPLE_ATTRIBUTES:
          tables.references(in, list);
          break;
        case FieldNumbers.LINK:
          link = checked(in, in.index() + tables.base(), dictionary.linkCount(), "link");
          break;
        case FieldNumbers.TIMESTAMPS:
          timestamps(in, samples);
          break;
        case FieldNumbers.LOCATIONS_START:
          firstLocation = in.index();
          break;
        case FieldNumbers.LOCATIONS_LENGTH:
          locations = in.index();
          break;
        default:
          values.unknown(in);
      }
    }
    in.leave();
    samples.stacks.add(oldest ? oldStacks.slice(firstLocation, locations) : stack);
    samples.attributeLists.add(attributeList(in));
    samples.links.add(link);
    samples.valueEnds.add(samples.values.size());
    samples.timestampEnds.add(samples.timestamps.size());
  }

  private void values(ProtoReader in, OtlpSamples samples) throws InputException {
    in.beginVarints();
    if (!in.isPacked()) {
      budget.noteUnpackedValue();
    }
    while (in.hasMore()) {
      budget.spendReference(in.position());
      samples.values.add(in.rawVarint());
    }
  }

  private void timestamps(ProtoReader in, OtlpSamples samples) throws InputException {
    if (oldest) {
      in.beginVarints();
    } else {
      in.beginFixed64s();
    }
    while (in.hasMore()) {
      budget.spendReference(in.position());
      samples.timestamps.add(oldest ? in.rawVarint() : in.rawFixed64());
    }
  }

  /** {@code ValueType}: type 1, unit 2; up to level 1.8 aggregation_temporality 3. */
  private void valueType(ProtoReader in, IntList words) throws InputException {
    int type = 0;
    int unit = 0;
    in.enter("ValueType");
    while (in.next()) {
      if (in.field() == 1) {
        type = string(in, in.index());
      } else if (in.field() == 2) {
        unit = string(in, in.index());
      } else if (in.field() == 3 && numbers.hasTemporality()) {
        in.varint();
      } else {
        values.unknown(in);
      }
    }
    in.leave();
    budget.spendReference(in.position());
    words.add(type);
    words.add(unit);
  }

  private int attributeList(ProtoReader in) throws InputException {
    for (int i = 0; i < list.size(); i++) {
      checked(in, list.get(i), Math.max(0, dictionary.attributes.size() - 1), "attribute");
    }
    return list.size() == 0 ? 0 : list.internIn(dictionary.attributeLists);
  }

  private int string(ProtoReader in, int index) throws InputException {
    return checked(in, index, Math.max(0, dictionary.strings.count() - 1), "string");
  }

  private static int checked(ProtoReader in, int index, int largest, String table)
      throws InputException {
    if (index > largest) {
      throw in.malformed(table + " " + index + " is named, the largest is " + largest);
    }
    return index;
  }
}
