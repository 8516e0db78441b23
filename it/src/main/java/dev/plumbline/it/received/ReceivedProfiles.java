package dev.plumbline.it.received;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The profiles of some requests of level 1.10, in the order of their arrival. Immutable. */
public final class ReceivedProfiles {
  private final List<ReceivedProfile> profiles;

  private ReceivedProfiles(List<ReceivedProfile> profiles) {
    this.profiles = Collections.unmodifiableList(profiles);
  }

  /**
   * @throws IllegalArgumentException if a body is no request
   */
  public static ReceivedProfiles of(Collection<byte[]> bodies) {
    final List<ReceivedProfile> profiles = new ArrayList<>();
    for (byte[] body : bodies) {
      profiles.addAll(RequestReader.read(body));
    }
    return new ReceivedProfiles(profiles);
  }

  public List<ReceivedProfile> all() {
    return profiles;
  }

  /** Those of one type, such as {@code samples/count}. */
  public List<ReceivedProfile> ofType(String type) {
    return profiles.stream()
        .filter(profile -> profile.type().equals(type))
        .collect(Collectors.toList());
  }

  /** Those that satisfy a condition, for questions about one resource or time. */
  public ReceivedProfiles where(Predicate<ReceivedProfile> condition) {
    return new ReceivedProfiles(profiles.stream().filter(condition).collect(Collectors.toList()));
  }

  /** Sample types and units, sorted. */
  public Set<String> types() {
    return profiles.stream()
        .map(ReceivedProfile::type)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Each different resource once. */
  public Set<Map<String, String>> resources() {
    return profiles.stream().map(ReceivedProfile::resource).collect(Collectors.toSet());
  }

  /** Sum of all values of a type. */
  public long total(String type) {
    return samples(type).mapToLong(ReceivedSample::value).sum();
  }

  /** Sum of the values of a type whose stack passes that function. */
  public long total(String type, String function) {
    return samples(type)
        .filter(sample -> sample.passes(function))
        .mapToLong(ReceivedSample::value)
        .sum();
  }

  /**
   * What part of the value that passes {@code within} passes {@code function} too.
   *
   * @return NaN if nothing passes {@code within}
   */
  public double share(String type, String function, String within) {
    final long whole = total(type, within);
    final long part =
        samples(type)
            .filter(sample -> sample.passes(within) && sample.passes(function))
            .mapToLong(ReceivedSample::value)
            .sum();
    return whole == 0 ? Double.NaN : (double) part / whole;
  }

  public Stream<ReceivedSample> samples(String type) {
    return ofType(type).stream().flatMap(profile -> profile.samples().stream());
  }

  /** Every function name that occurs. */
  public Set<String> functions() {
    return profiles.stream()
        .flatMap(profile -> profile.samples().stream())
        .flatMap(sample -> sample.functions().stream())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** The functions with the largest value of their own and below them, largest first. */
  public List<FunctionValue> top(String type, int count) {
    final Map<String, FunctionValue> byName = new HashMap<>();
    samples(type)
        .forEach(
            sample -> {
              final Set<String> seen = new HashSet<>();
              for (int i = 0; i < sample.functions().size(); i++) {
                final String name = sample.functions().get(i);
                if (seen.add(name)) {
                  final FunctionValue before = byName.getOrDefault(name, FunctionValue.none(name));
                  byName.put(name, before.plus(i == 0 ? sample.value() : 0, sample.value()));
                }
              }
            });
    return byName.values().stream()
        .sorted(
            Comparator.comparingLong(FunctionValue::self)
                .thenComparingLong(FunctionValue::cumulative)
                .reversed()
                .thenComparing(FunctionValue::name))
        .limit(count)
        .collect(Collectors.toList());
  }
}
