package dev.plumbline.it.received;

import com.google.protobuf.InvalidProtocolBufferException;
import io.opentelemetry.proto.collector.profiles.v1development.ExportProfilesServiceRequest;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.profiles.v1development.KeyValueAndUnit;
import io.opentelemetry.proto.profiles.v1development.Line;
import io.opentelemetry.proto.profiles.v1development.Location;
import io.opentelemetry.proto.profiles.v1development.Profile;
import io.opentelemetry.proto.profiles.v1development.ProfilesDictionary;
import io.opentelemetry.proto.profiles.v1development.ResourceProfiles;
import io.opentelemetry.proto.profiles.v1development.Sample;
import io.opentelemetry.proto.profiles.v1development.ScopeProfiles;
import io.opentelemetry.proto.profiles.v1development.ValueType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Resolves one request of level 1.10 through its dictionary. Confined to the thread that reads. */
final class RequestReader {
  private final ExportProfilesServiceRequest request;
  private final ProfilesDictionary dictionary;

  private RequestReader(ExportProfilesServiceRequest request) {
    this.request = request;
    this.dictionary = request.getDictionary();
  }

  /**
   * @throws IllegalArgumentException if the bytes are no request
   * @throws IndexOutOfBoundsException if an index points outside its table
   */
  static List<ReceivedProfile> read(byte[] body) {
    try {
      return new RequestReader(ExportProfilesServiceRequest.parseFrom(body)).profiles();
    } catch (InvalidProtocolBufferException malformed) {
      throw new IllegalArgumentException("not an OTLP profiles request", malformed);
    }
  }

  private List<ReceivedProfile> profiles() {
    final List<ReceivedProfile> profiles = new ArrayList<>();
    for (ResourceProfiles ofResource : request.getResourceProfilesList()) {
      final Map<String, String> resource = inline(ofResource.getResource().getAttributesList());
      for (ScopeProfiles ofScope : ofResource.getScopeProfilesList()) {
        for (Profile profile : ofScope.getProfilesList()) {
          profiles.add(profile(profile, resource));
        }
      }
    }
    return profiles;
  }

  private ReceivedProfile profile(Profile profile, Map<String, String> resource) {
    final ReceivedProfile.ProfileHead head = new ReceivedProfile.ProfileHead();
    head.type = words(profile.getSampleType());
    head.periodType = words(profile.getPeriodType());
    head.period = profile.getPeriod();
    head.startUnixNanos = profile.getTimeUnixNano();
    head.durationNanos = profile.getDurationNano();
    final List<ReceivedSample> samples = new ArrayList<>();
    for (Sample sample : profile.getSamplesList()) {
      samples.add(sample(sample));
    }
    return new ReceivedProfile(
        head, resource, attributes(profile.getAttributeIndicesList()), samples);
  }

  private ReceivedSample sample(Sample sample) {
    final List<String> functions = new ArrayList<>();
    final List<String> frameTypes = new ArrayList<>();
    for (int index : dictionary.getStackTable(sample.getStackIndex()).getLocationIndicesList()) {
      final Location location = dictionary.getLocationTable(index);
      frameTypes.add(
          attributes(location.getAttributeIndicesList()).getOrDefault("profile.frame.type", ""));
      if (location.getLinesCount() == 0) {
        final int file =
            dictionary.getMappingTable(location.getMappingIndex()).getFilenameStrindex();
        functions.add("[" + dictionary.getStringTable(file) + "]");
      }
      for (Line line : location.getLinesList()) {
        final int name = dictionary.getFunctionTable(line.getFunctionIndex()).getNameStrindex();
        functions.add(dictionary.getStringTable(name));
      }
    }
    return new ReceivedSample(
        functions,
        frameTypes,
        attributes(sample.getAttributeIndicesList()),
        sample.getValuesList().stream().mapToLong(Long::longValue).sum());
  }

  private String words(ValueType type) {
    return dictionary.getStringTable(type.getTypeStrindex())
        + "/"
        + dictionary.getStringTable(type.getUnitStrindex());
  }

  private Map<String, String> attributes(List<Integer> indices) {
    final Map<String, String> attributes = new TreeMap<>();
    for (int index : indices) {
      final KeyValueAndUnit attribute = dictionary.getAttributeTable(index);
      attributes.put(
          dictionary.getStringTable(attribute.getKeyStrindex()), text(attribute.getValue()));
    }
    return attributes;
  }

  private static Map<String, String> inline(List<KeyValue> keyValues) {
    final Map<String, String> attributes = new TreeMap<>();
    for (KeyValue attribute : keyValues) {
      attributes.put(attribute.getKey(), text(attribute.getValue()));
    }
    return attributes;
  }

  private static String text(AnyValue value) {
    switch (value.getValueCase()) {
      case STRING_VALUE:
        return value.getStringValue();
      case INT_VALUE:
        return Long.toString(value.getIntValue());
      case BOOL_VALUE:
        return Boolean.toString(value.getBoolValue());
      case DOUBLE_VALUE:
        return Double.toString(value.getDoubleValue());
      default:
        return value.toString().trim();
    }
  }
}
