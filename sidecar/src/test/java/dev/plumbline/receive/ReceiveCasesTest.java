package dev.plumbline.receive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.export.sender.ExportRequest;
import dev.plumbline.listen.Request;
import dev.plumbline.listen.Response;
import dev.plumbline.listen.Route;
import dev.plumbline.otlp.OtlpLevel;
import dev.plumbline.otlp.decode.OtlpDecoder;
import dev.plumbline.otlp.decode.OtlpLimits;
import dev.plumbline.otlp.decode.ReceivedLevel;
import dev.plumbline.pprof.HandMadePprof;
import dev.plumbline.pprof.PprofBuilder;
import dev.plumbline.profile.Profile;
import dev.plumbline.profile.Sample;
import dev.plumbline.profile.Scope;
import dev.plumbline.wire.IntList;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What others' receivers stored wrongly, sent to {@code /v1/pprof}. */
class ReceiveCasesTest {
  private static final Instant NOW = Instant.parse("2026-03-04T05:06:07Z");
  private static final long NOW_UNIX_NANOS = NOW.getEpochSecond() * 1_000_000_000L;
  private static final long ABOVE_SIGNED = Long.MIN_VALUE + 1;
  private static final String[] STRINGS = {"", "samples", "count", "a", "b", "small", "large"};

  private final Clock clock = Clock.fixed(NOW, ZoneOffset.UTC);
  private final List<ReceivedProfiles> taken = new ArrayList<>();
  private final ReceiverCounts counts = new ReceiverCounts("test", clock);

  private final Route route =
      new PprofServerReceiver(
              profiles -> taken.add(profiles),
              counts,
              Scope.of("test", "1"),
              1 << 20,
              ServerOptions.DEFAULT,
              clock)
          .route();

  private int post(byte[] body) throws Exception {
    Response response =
        route
            .handler()
            .handle(new Request("POST", "/v1/pprof", Map.of(), Map.of(), "127.0.0.1", body));
    return response.status();
  }

  /** Case RC-01: ids are no positions, stand in any order, and are unsigned. */
  @Test
  void idsOfAnySizeAndOrder_leadToTheirEntries() throws Exception {
    byte[] pprof =
        new HandMadePprof(STRINGS)
            .entry(5, 4_000_000_000L, 2, 6)
            .entry(5, 70, 2, 5)
            .location(3, 5, 70)
            .location(17, 9_000_000_001L, 70)
            .location(ABOVE_SIGNED, 5, 4_000_000_000L)
            .entry(3, 5, 5, 4)
            .entry(3, 9_000_000_001L, 5, 3)
            .sample(7, ABOVE_SIGNED)
            .sample(5, 3)
            .sample(3, 17, ABOVE_SIGNED)
            .entry(1, 1, 2, 2)
            .toByteArray();

    assertThat(post(pprof)).isEqualTo(204);

    Profile profile = taken.get(0).window().profiles().get(0);
    assertThat(profile.samples())
        .extracting(ReceiveCasesTest::text)
        .containsExactlyInAnyOrder("small@a<large@b 3", "small@b 5", "large@b 7");
  }

  private static String text(Sample sample) {
    return sample.stackTrace().frames().stream()
            .map(frame -> frame.functionName() + "@" + frame.mapping().fileName())
            .collect(Collectors.joining("<"))
        + (" " + sample.value());
  }

  /** Case RC-04: no time, or the first second of 1970, and no duration. */
  @ParameterizedTest
  @ValueSource(longs = {0, 1_000_000_000})
  void profileWithoutATimeThatCanBeMeant_endsAtItsReceipt(long timeNanos) throws Exception {
    PprofBuilder builder = new PprofBuilder();
    builder.sampleType(builder.string("samples"), builder.string("count"));
    builder.interval(timeNanos, 0);
    builder.sample(stack(builder), 0, new long[] {3});

    assertThat(post(builder.build().toProtobuf())).isEqualTo(204);

    Profile profile = taken.get(0).window().profiles().get(0);
    assertThat(profile.startUnixNanos() + profile.durationNanos()).isEqualTo(NOW_UNIX_NANOS);
    List<ExportRequest> encoded = taken.get(0).encoded(OtlpLevel.V1_10);
    assertThat(encoded).hasSize(1);
    byte[] body = new byte[encoded.get(0).length()];
    encoded.get(0).body().get(body);
    var sent =
        OtlpDecoder.of(ReceivedLevel.V1_10, OtlpLimits.DEFAULT)
            .decode(body)
            .resources()
            .get(0)
            .scopes()
            .get(0)
            .profiles()
            .get(0);
    assertThat(sent.timeUnixNanos() + sent.durationNanos()).isEqualTo(NOW_UNIX_NANOS);
    assertThat(sent.period()).isEqualTo(1);
    List<String> untimed = new ArrayList<>();
    counts.report((metric, value, labels) -> untimed.add(metric.name() + " " + value));
    assertThat(untimed).contains("plumbline_receive_untimed_profiles_total 1");
  }

  private static int stack(PprofBuilder builder) {
    int name = builder.string("f");
    int function = builder.function(name, name, 0, 0);
    builder.beginLocation(0, 0, false);
    builder.line(function, 1, 0);
    IntList stack = new IntList();
    stack.add(builder.endLocation());
    return builder.stack(stack);
  }

  /** Case CV-09: two types without names and a mapping; without samples, and with one of zero. */
  @Test
  void profileOfNothing_isTakenAndGoesNowhere() throws Exception {
    byte[] none = {0x0A, 0, 0x0A, 0, 0x1A, 2, 0x08, 1, 0x32, 0};
    byte[] zero = {0x0A, 0, 0x0A, 0, 0x12, 4, 0x12, 2, 0, 0, 0x1A, 2, 0x08, 1, 0x32, 0};
    assertThat(post(none)).isEqualTo(204);
    assertThat(post(zero)).isEqualTo(204);
    assertThat(taken).isEmpty();
  }

  /** A type without a name would be a series without one: its samples are left out, and counted. */
  @Test
  void samplesOfATypeWithoutAName_areLeftOutAlone() throws Exception {
    PprofBuilder builder = new PprofBuilder();
    builder.sampleType(builder.string("samples"), builder.string("count"));
    builder.sampleType(0, 0);
    builder.sample(stack(builder), 0, new long[] {3, 4});

    assertThat(post(builder.build().toProtobuf())).isEqualTo(204);

    assertThat(taken.get(0).encoded(OtlpLevel.V1_10)).isNull();
    assertThat(taken.get(0).window().profiles()).hasSize(1);
    assertThat(counts.rejectedByReason()).hasSize(1).containsValue(1L);
  }
}
