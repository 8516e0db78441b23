package dev.plumbline.otlp.oracle;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Items 1 to 47 of §8 of the OTLP study on decoded requests, by their numbers: what a conforming
 * exporter's requests must be like under default configuration. Options stand for the switches that
 * the items name. Items that need to know more than a request have methods of their own: 21, 23,
 * 26, 38. Immutable.
 */
public final class OtlpChecklist {
  /** One item that does not hold. */
  public record Violation(int item, String text) {}

  /** Departures from the default configuration that the items allow for. */
  public enum Option {
    /** {@code link_table[0]} has zero-filled ids (item 3). */
    ZERO_FILLED_LINK,
    /** Attribute values of every kind in resources and scopes (item 13). */
    ALL_ATTRIBUTE_KINDS,
    /** Zero and negative values are kept (item 32). */
    PPROF_ALIGNED,
    /** Only the types of the table of §6.2, and native memory (item 19). */
    KNOWN_TYPES_ONLY
  }

  private final Set<Option> options;
  private final Set<Integer> without;

  private OtlpChecklist(Set<Option> options, Set<Integer> without) {
    this.options = options;
    this.without = without;
  }

  /** Every item, no switch thrown. */
  public static OtlpChecklist byDefault() {
    return new OtlpChecklist(Set.of(), Set.of());
  }

  public OtlpChecklist with(Option... more) {
    Set<Option> all = new HashSet<>(options);
    all.addAll(Arrays.asList(more));
    return new OtlpChecklist(all, without);
  }

  /** Without items that the input breaks on purpose, such as 45 where there are no build ids. */
  public OtlpChecklist without(Integer... items) {
    Set<Integer> all = new HashSet<>(without);
    all.addAll(Arrays.asList(items));
    return new OtlpChecklist(options, all);
  }

  /** Everything that does not hold; empty if the request conforms. */
  public List<Violation> check(DecodedRequest request) {
    Findings findings = new Findings();
    DictionaryItems.check(request, options, findings);
    boolean resolvable =
        findings.violations().stream().noneMatch(v -> v.item() == 1 || v.item() == 7);
    ResourceItems.check(request, options, findings);
    if (resolvable) {
      ResourceItems.checkSamples(request, findings);
      ProfileItems.check(request, options, findings);
      SampleItems.check(request, options, findings);
      StackItems.check(request, findings);
    }
    findings.require(
        request.unknownFields().isEmpty(), 47, "unknown fields %s", request.unknownFields());
    findings.require(
        request.reserialized().length == request.bytes(),
        47,
        "%d bytes, written again %d",
        request.bytes(),
        request.reserialized().length);
    return findings.violations().stream().filter(v -> !without.contains(v.item())).toList();
  }

  /** Each request of a split window, and what they must be together (items 8 and 29). */
  public List<Violation> checkParts(List<DecodedRequest> parts) {
    List<Violation> violations = new ArrayList<>();
    Map<String, Integer> partOfStack = new HashMap<>();
    for (int part = 0; part < parts.size(); part++) {
      violations.addAll(check(parts.get(part)));
      for (DecodedRequest.Row row : parts.get(part).rows()) {
        String stack = row.stack().toString();
        Integer other = partOfStack.putIfAbsent(stack, part);
        if (other != null && other != part) {
          violations.add(new Violation(29, "parts " + other + " and " + part + " share " + stack));
        }
      }
    }
    return violations;
  }

  /** Item 21: not in the future, younger than an hour. */
  public static List<Violation> checkTime(DecodedRequest request, long nowUnixNanos) {
    Findings findings = new Findings();
    for (DecodedRequest.Profile profile : request.profiles()) {
      long age = nowUnixNanos - profile.timeUnixNanos();
      findings.require(
          age >= 0 && age < Duration.ofHours(1).toNanos(), 21, "window started %d ns ago", age);
    }
    return findings.violations();
  }

  /**
   * Item 23: successive exports of one type of one service neither overlap nor leave gaps.
   *
   * @param jitter how much later than the end of a window the next may start
   */
  public static List<Violation> checkWindows(List<DecodedRequest> inOrder, Duration jitter) {
    Findings findings = new Findings();
    Map<String, DecodedRequest.Profile> last = new HashMap<>();
    for (DecodedRequest request : inOrder) {
      for (DecodedRequest.Resource resource : request.resources()) {
        for (DecodedRequest.Scope scope : resource.scopes()) {
          for (DecodedRequest.Profile profile : scope.profiles()) {
            String key = resource.attributes() + request.typeOf(profile);
            DecodedRequest.Profile before = last.put(key, profile);
            if (before != null && before.timeUnixNanos() != profile.timeUnixNanos()) {
              long gap = profile.timeUnixNanos() - before.timeUnixNanos() - before.durationNanos();
              findings.require(
                  gap >= 0 && gap <= jitter.toNanos(), 23, "gap of %d ns in %s", gap, key);
            }
          }
        }
      }
    }
    return findings.violations();
  }
}
