package dev.plumbline.convert;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.export.sender.ExportRequest;
import dev.plumbline.otlp.OtlpLevel;
import dev.plumbline.otlp.decode.OtlpDecoder;
import dev.plumbline.otlp.decode.OtlpLimits;
import dev.plumbline.otlp.decode.OtlpRequest;
import dev.plumbline.otlp.decode.ReceivedLevel;
import dev.plumbline.otlp.oracle.DecodedRequest;
import dev.plumbline.otlp.oracle.LevelClasses;
import dev.plumbline.otlp.oracle.OtlpChecklist;
import dev.plumbline.pprof.PprofLimits;
import dev.plumbline.pprof.PprofProfile;
import dev.plumbline.pprof.PprofReader;
import dev.plumbline.profile.Attribute;
import dev.plumbline.profile.Attributes;
import dev.plumbline.profile.Resource;
import dev.plumbline.profile.Scope;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** pprof to OTLP and back says the same, at every level, whole and in parts. */
class PprofOtlpRoundTripPropertyTest {
  private static final Resource SHOP =
      Resource.of(Attributes.of(Attribute.of("service.name", "shop")));

  @Property(tries = 200, edgeCases = EdgeCasesMode.NONE)
  void profile_toOtlpAndBack_losesNothing(
      @ForAll("profiles") PprofProfile profile, @ForAll OtlpLevel level) throws Exception {
    OtlpTarget target =
        OtlpTarget.builder(level).resource(SHOP).scope(Scope.of("test", "1")).build();
    List<ExportRequest> requests = PprofToOtlp.convert(profile, target);
    assertThat(requests).hasSize(1);
    OtlpRequest decoded = decode(requests.get(0), level);
    assertThat(decoded.doubts()).isZero();
    assertThat(decoded.resources().get(0).resource()).isEqualTo(SHOP);

    List<PprofProfile> back = OtlpToPprof.convert(decoded);
    assertThat(back).hasSize(1);
    PprofProfile read = PprofReader.of(PprofLimits.FILE).read(back.get(0).toProtobuf());
    assertThat(PprofText.of(read)).isEqualTo(PprofText.of(profile));
  }

  @Property(tries = 100, edgeCases = EdgeCasesMode.NONE)
  void profile_forAReceiverInParts_keepsWhatIsNotZeroAndConforms(
      @ForAll("profiles") PprofProfile profile) throws Exception {
    OtlpTarget target =
        OtlpTarget.builder(OtlpLevel.V1_10)
            .resource(SHOP)
            .scope(Scope.of("test", "1"))
            .forReceiver(1_800_000_000_000_000_000L)
            .maxRequestBytes(1_500)
            .build();
    Map<String, List<Long>> sums = new TreeMap<>();
    for (ExportRequest request : PprofToOtlp.convert(profile, target)) {
      byte[] bytes = bytes(request);
      DecodedRequest oracle = LevelClasses.V1_10.decode(bytes);
      assertThat(dictionaryFindings(oracle)).isEmpty();
      for (PprofProfile part : OtlpToPprof.convert(decode(request, OtlpLevel.V1_10))) {
        add(part, profile, sums);
      }
    }
    Map<String, List<Long>> expected = new TreeMap<>();
    PprofText.samples(profile)
        .forEach(
            (identity, values) -> {
              if (values.stream().anyMatch(value -> value != 0)) {
                String shown =
                    identity.startsWith("sample <")
                        ? identity
                        : identity.replaceFirst(
                            "sample", "sample < 0([no stack],[no stack],,0,0,0)");
                expected.put(shown, values);
              }
            });
    assertThat(sums).isEqualTo(expected);
  }

  /** The items on dictionaries: the others speak of what the source profile says or leaves out. */
  private static List<OtlpChecklist.Violation> dictionaryFindings(DecodedRequest request) {
    return OtlpChecklist.byDefault().check(request).stream()
        .filter(violation -> violation.item() <= 9)
        .toList();
  }

  /** Columns of a part are those of its types that are not zero everywhere. */
  private static void add(PprofProfile part, PprofProfile whole, Map<String, List<Long>> sums) {
    Map<String, List<Long>> samples = PprofText.samples(part);
    samples.forEach(
        (identity, values) -> {
          List<Long> sum =
              sums.computeIfAbsent(
                  identity,
                  absent -> new ArrayList<>(Collections.nCopies(whole.sampleTypeCount(), 0L)));
          for (int type = 0; type < values.size(); type++) {
            String name = part.string(part.sampleType(type));
            int column = Integer.parseInt(name.substring("type".length()));
            sum.set(column, sum.get(column) + values.get(type));
          }
        });
  }

  private static OtlpRequest decode(ExportRequest request, OtlpLevel level) throws Exception {
    return OtlpDecoder.of(ReceivedLevel.valueOf(level.name()), OtlpLimits.DEFAULT)
        .decode(bytes(request));
  }

  static byte[] bytes(ExportRequest request) {
    byte[] bytes = new byte[request.length()];
    request.body().get(bytes);
    return bytes;
  }

  @Provide
  Arbitrary<PprofProfile> profiles() {
    return PprofArbitraries.profiles();
  }
}
