package dev.plumbline.otlp.oracle;

import java.math.BigInteger;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Items 30 to 38: samples. Needs resolvable indexes. Stateless. */
final class SampleItems {
  private static final int MAX_ATTRIBUTES = 100;

  private SampleItems() {}

  static void check(DecodedRequest request, Set<OtlpChecklist.Option> options, Findings findings) {
    boolean aligned = options.contains(OtlpChecklist.Option.PPROF_ALIGNED);
    for (DecodedRequest.Profile profile : request.profiles()) {
      Set<List<Object>> identities = new HashSet<>();
      for (DecodedRequest.Sample sample : profile.samples()) {
        values(profile, sample, aligned, findings);
        boolean unique =
            identities.add(
                List.of(sample.stack(), new TreeSet<>(sample.attributes()), sample.link()));
        findings.require(unique, 34, "two samples are %s", sample);
        boolean framed =
            sample.stack() > 0 && !request.dictionary().stacks().get(sample.stack()).isEmpty();
        findings.require(framed, 35, "a sample without frames");
        attributes(request, sample, findings);
        link(request, sample.link(), findings);
      }
      overflow(request, profile, findings);
    }
  }

  private static void values(
      DecodedRequest.Profile profile,
      DecodedRequest.Sample sample,
      boolean aligned,
      Findings findings) {
    int values = sample.values().size();
    int timestamps = sample.timestamps().size();
    findings.require(
        values == 1 && timestamps == 0, 30, "%d values, %d timestamps", values, timestamps);
    boolean legal =
        (values == 1 && timestamps == 0)
            || (values == 0 && timestamps > 0)
            || (values == timestamps && values > 0);
    findings.require(legal, 31, "%d values, %d timestamps", values, timestamps);
    findings.require(
        aligned || sample.values().stream().allMatch(v -> v > 0), 32, "values %s", sample.values());
    long last = profile.timeUnixNanos();
    for (long timestamp : sample.timestamps()) {
      boolean inside =
          timestamp >= last && timestamp < profile.timeUnixNanos() + profile.durationNanos();
      findings.require(inside, 33, "timestamp %d", timestamp);
      last = timestamp;
    }
  }

  private static void attributes(
      DecodedRequest request, DecodedRequest.Sample sample, Findings findings) {
    List<Integer> indexes = sample.attributes();
    findings.require(
        indexes.size() <= MAX_ATTRIBUTES && !indexes.contains(0), 36, "attributes %s", indexes);
    Set<Integer> keys = new HashSet<>();
    for (int index : indexes) {
      DecodedRequest.Attribute attribute = request.dictionary().attributes().get(index);
      String key = request.string(attribute.key());
      Object value = attribute.value();
      findings.require(keys.add(attribute.key()), 36, "key \"%s\" twice", key);
      findings.require(
          !key.equals("thread.id") || value instanceof Long, 36, "thread.id is %s", value);
      findings.require(
          !key.equals("thread.name") || value instanceof String, 36, "thread.name is %s", value);
    }
  }

  private static void link(DecodedRequest request, int index, Findings findings) {
    DecodedRequest.Link link = request.dictionary().links().get(index);
    boolean valid =
        link.traceId().matches("(?!0{32})[0-9a-f]{32}")
            && link.spanId().matches("(?!0{16})[0-9a-f]{16}");
    findings.require(index == 0 || valid, 37, "link %s", link);
  }

  private static void overflow(
      DecodedRequest request, DecodedRequest.Profile profile, Findings findings) {
    BigInteger total = BigInteger.ZERO;
    for (DecodedRequest.Sample sample : profile.samples()) {
      for (long value : sample.values()) {
        total = total.add(BigInteger.valueOf(value));
      }
    }
    if (request.typeOf(profile).equals("samples/count per cpu/nanoseconds")) {
      total = total.multiply(BigInteger.valueOf(profile.period()));
    }
    findings.require(total.bitLength() < Long.SIZE, 38, "total %s", total);
  }
}
