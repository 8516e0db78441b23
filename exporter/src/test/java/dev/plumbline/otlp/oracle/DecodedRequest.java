package dev.plumbline.otlp.oracle;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A request as a receiver of some level understood it: one model for all levels, indexes as they
 * came, nothing checked. {@link #rows()} is the same with every index resolved.
 *
 * @param dictionarySet whether the request has a dictionary at all
 * @param unknownFields paths of fields that the level does not know, in every message
 * @param reserialized what the level's classes write for what they read
 */
public record DecodedRequest(
    List<Resource> resources,
    boolean dictionarySet,
    Dictionary dictionary,
    List<String> unknownFields,
    byte[] reserialized,
    int bytes) {

  /** ResourceProfiles with its Resource. */
  public record Resource(
      boolean set,
      List<InlineAttribute> attributes,
      int droppedAttributes,
      String schemaUrl,
      List<Scope> scopes) {}

  /** ScopeProfiles with its scope. */
  public record Scope(
      boolean set,
      String name,
      String version,
      List<InlineAttribute> attributes,
      int droppedAttributes,
      String schemaUrl,
      List<Profile> profiles) {}

  /**
   * KeyValue.
   *
   * @param value null if unset; {@link Reference} if it points into the dictionary
   */
  public record InlineAttribute(String key, int keyReference, Object value) {}

  /** A string value that is an index into the string table. */
  public record Reference(int index) {}

  /** Type and unit as indexes into the string table. */
  public record ValueType(boolean set, int type, int unit) {}

  /** Profile. */
  public record Profile(
      ValueType sampleType,
      ValueType periodType,
      long period,
      long timeUnixNanos,
      long durationNanos,
      List<Integer> profileId,
      int droppedAttributes,
      String originalPayloadFormat,
      int originalPayloadBytes,
      List<Integer> attributes,
      List<Sample> samples,
      int bytes) {
    public long total() {
      return samples.stream().flatMap(sample -> sample.values().stream()).mapToLong(v -> v).sum();
    }
  }

  /** Sample. */
  public record Sample(
      int stack, List<Integer> attributes, int link, List<Long> values, List<Long> timestamps) {}

  /** ProfilesDictionary. */
  public record Dictionary(
      List<Mapping> mappings,
      List<Location> locations,
      List<Function> functions,
      List<Link> links,
      List<String> strings,
      List<Attribute> attributes,
      List<List<Integer>> stacks) {}

  /** Mapping. */
  public record Mapping(
      long start, long limit, long fileOffset, int fileName, List<Integer> attributes) {}

  /** Location. */
  public record Location(int mapping, long address, List<Line> lines, List<Integer> attributes) {}

  /** Line. */
  public record Line(int function, long line, long column) {}

  /** Function. */
  public record Function(int name, int systemName, int fileName, long startLine) {}

  /** Link: ids as lower-case hexadecimal text. */
  public record Link(String traceId, String spanId) {}

  /**
   * KeyValueAndUnit.
   *
   * @param value null if unset
   */
  public record Attribute(int key, Object value, int unit) {}

  /**
   * One sample of shape A with everything resolved.
   *
   * @param stack leaf first; one entry a line
   */
  public record Row(
      String service,
      String profileType,
      List<RowFrame> stack,
      Map<String, Object> attributes,
      Link link,
      long value) {
    /** Whether any frame's function has that name. */
    public boolean contains(String function) {
      return stack.stream().anyMatch(frame -> frame.function().equals(function));
    }
  }

  /** A line of a location; an unresolved location has one with an empty function. */
  public record RowFrame(
      String function,
      String systemName,
      String file,
      long line,
      Object type,
      String mapping,
      long address) {}

  /** All profiles of all resources and scopes, in their order. */
  public List<Profile> profiles() {
    return resources.stream()
        .flatMap(resource -> resource.scopes().stream())
        .flatMap(scope -> scope.profiles().stream())
        .toList();
  }

  public String string(int index) {
    return dictionary.strings().get(index);
  }

  /** {@code samples/count per cpu/nanoseconds}. */
  public String typeOf(Profile profile) {
    return text(profile.sampleType()) + " per " + text(profile.periodType());
  }

  /** Every sample, resolved; fails on indexes that are out of range. */
  public List<Row> rows() {
    List<Row> rows = new ArrayList<>();
    for (Resource resource : resources) {
      for (Scope scope : resource.scopes()) {
        for (Profile profile : scope.profiles()) {
          for (Sample sample : profile.samples()) {
            rows.add(row(resource, profile, sample));
          }
        }
      }
    }
    return rows;
  }

  /**
   * Share of the total of a profile type whose stacks contain a function, from 0 to 1.
   *
   * @param profileType as {@link #typeOf} writes it
   */
  public static double share(List<Row> rows, String profileType, String function) {
    double all = 0;
    double with = 0;
    for (Row row : rows) {
      if (row.profileType().equals(profileType)) {
        all += row.value();
        with += row.contains(function) ? row.value() : 0;
      }
    }
    return all == 0 ? 0 : with / all;
  }

  /** The attributes of the dictionary at those indexes, by key. */
  public Map<String, Object> attributes(List<Integer> indexes) {
    Map<String, Object> byKey = new TreeMap<>();
    for (int index : indexes) {
      Attribute attribute = dictionary.attributes().get(index);
      byKey.put(string(attribute.key()), attribute.value());
    }
    return byKey;
  }

  private Row row(Resource resource, Profile profile, Sample sample) {
    List<RowFrame> frames = new ArrayList<>();
    for (int location : dictionary.stacks().get(sample.stack())) {
      addFrames(frames, dictionary.locations().get(location));
    }
    return new Row(
        String.valueOf(value(resource.attributes(), "service.name")),
        typeOf(profile),
        frames,
        attributes(sample.attributes()),
        dictionary.links().get(sample.link()),
        sample.values().isEmpty() ? sample.timestamps().size() : sample.values().get(0));
  }

  private void addFrames(List<RowFrame> frames, Location location) {
    Object type = attributes(location.attributes()).get("profile.frame.type");
    String mapping = string(dictionary.mappings().get(location.mapping()).fileName());
    if (location.lines().isEmpty()) {
      frames.add(new RowFrame("", "", "", 0, type, mapping, location.address()));
    }
    for (Line line : location.lines()) {
      Function function = dictionary.functions().get(line.function());
      frames.add(
          new RowFrame(
              string(function.name()),
              string(function.systemName()),
              string(function.fileName()),
              line.line(),
              type,
              mapping,
              location.address()));
    }
  }

  private String text(ValueType type) {
    return string(type.type()) + "/" + string(type.unit());
  }

  /** The value of that key; null if there is none. */
  public static Object value(List<InlineAttribute> attributes, String key) {
    for (InlineAttribute attribute : attributes) {
      if (attribute.key().equals(key)) {
        return attribute.value();
      }
    }
    return null;
  }
}
