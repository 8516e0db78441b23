package dev.plumbline.otlp.oracle;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** Items 18 to 29: profiles. Needs resolvable indexes. Stateless. */
final class ProfileItems {
  private static final int MAX_SAMPLES = 15_000;
  private static final int MAX_BYTES = 4 << 20;
  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_]*");
  private static final Set<String> UNITS = Set.of("nanoseconds", "bytes", "count");
  private static final Set<String> PAYLOAD_FORMATS = Set.of("jfr", "pprof", "linux_perf");
  private static final String OFF_CPU = "off_cpu/nanoseconds";

  /** The table of §6.2, with native memory. */
  private static final Set<String> KNOWN_TYPES =
      Set.of(
          "samples/count per cpu/nanoseconds",
          "wall/nanoseconds per wall/nanoseconds",
          "alloc_objects/count per memory/bytes",
          "alloc_space/bytes per memory/bytes",
          "inuse_objects/count per memory/bytes",
          "inuse_space/bytes per memory/bytes",
          "malloc_objects/count per memory/bytes",
          "malloc_bytes/bytes per memory/bytes",
          "contentions/count per mutex/count",
          "delay/nanoseconds per mutex/count",
          "contentions/count per block/count",
          "delay/nanoseconds per block/count",
          "exceptions/count per exceptions/count");

  private ProfileItems() {}

  static void check(DecodedRequest request, Set<OtlpChecklist.Option> options, Findings findings) {
    Set<List<Integer>> ids = new HashSet<>();
    for (DecodedRequest.Profile profile : request.profiles()) {
      types(request, profile, findings);
      if (options.contains(OtlpChecklist.Option.KNOWN_TYPES_ONLY)) {
        String type = request.typeOf(profile);
        findings.require(KNOWN_TYPES.contains(type), 19, "%s is not in the table", type);
      }
      findings.require(profile.timeUnixNanos() > 0, 21, "time is %d", profile.timeUnixNanos());
      findings.require(profile.durationNanos() > 0, 22, "duration is %d", profile.durationNanos());
      List<Integer> id = profile.profileId();
      boolean validId = id.size() == 16 && id.stream().anyMatch(b -> b != 0) && ids.add(id);
      findings.require(id.isEmpty() || validId, 24, "profile id %s", id);
      boolean payload = profile.originalPayloadBytes() > 0;
      String format = profile.originalPayloadFormat();
      findings.require(
          payload ? PAYLOAD_FORMATS.contains(format) : format.isEmpty(),
          25,
          "%d bytes of payload, format \"%s\"",
          profile.originalPayloadBytes(),
          format);
      findings.require(!profile.samples().isEmpty(), 27, "a profile without samples");
      size(request, profile, findings);
    }
    findings.require(!request.profiles().isEmpty(), 27, "a request without profiles");
    item28(request, findings);
  }

  private static void types(
      DecodedRequest request, DecodedRequest.Profile profile, Findings findings) {
    DecodedRequest.ValueType sample = profile.sampleType();
    DecodedRequest.ValueType period = profile.periodType();
    String unit = request.string(sample.unit());
    findings.require(
        sample.set() && sample.type() > 0 && sample.unit() > 0, 18, "sample type %s", sample);
    findings.require(UNITS.contains(unit), 18, "unit \"%s\"", unit);
    String name = request.string(sample.type());
    findings.require(NAME.matcher(name).matches(), 19, "sample type \"%s\"", name);
    if (!OFF_CPU.equals(name + "/" + unit)) {
      String periodName = request.string(period.type());
      findings.require(NAME.matcher(periodName).matches(), 19, "period type \"%s\"", periodName);
      findings.require(
          period.set() && period.type() > 0 && period.unit() > 0 && profile.period() >= 1,
          20,
          "period type %s, period %d",
          period,
          profile.period());
    }
  }

  private static void item28(DecodedRequest request, Findings findings) {
    List<DecodedRequest.Profile> profiles = request.profiles();
    for (int i = 1; i < profiles.size(); i++) {
      boolean cpu = request.string(profiles.get(i).periodType().type()).equals("cpu");
      boolean cpuFirst = request.string(profiles.get(0).periodType().type()).equals("cpu");
      findings.require(!cpu || cpuFirst, 28, "CPU is profile %d", i);
    }
  }

  private static void size(
      DecodedRequest request, DecodedRequest.Profile profile, Findings findings) {
    findings.require(
        profile.samples().size() <= MAX_SAMPLES, 29, "%d samples", profile.samples().size());
    findings.require(profile.bytes() <= MAX_BYTES, 29, "profile of %d bytes", profile.bytes());
    long expanded = PprofExpansion.bytes(request, profile);
    findings.require(expanded <= MAX_BYTES, 29, "profile of %d bytes as pprof", expanded);
  }
}
