package dev.plumbline.otlp.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.convert.ConvertedWindow;
import dev.plumbline.convert.OtlpToWindow;
import dev.plumbline.convert.RejectReason;
import dev.plumbline.profile.Frame;
import dev.plumbline.profile.FrameType;
import dev.plumbline.profile.Profile;
import dev.plumbline.profile.Sample;
import dev.plumbline.wire.InputException;
import dev.plumbline.wire.ReverseWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class OtlpDecoderTest {
  private static final long RECEIVED = 1_800_000_000_000_000_000L;

  @Test
  void collectorsTranslation_hasItsSums() throws InputException {
    ConvertedWindow converted = convert("collector-pprof-1.10.otlp", ReceivedLevel.V1_10);

    List<Profile> profiles = converted.window().profiles();
    assertThat(profiles).hasSize(2);
    assertThat(profiles.get(0).type().type()).isEqualTo("cpu");
    assertThat(profiles.get(0).total()).isEqualTo(6_060_000_000L);
    assertThat(profiles.get(1).type().type()).isEqualTo("samples");
    assertThat(profiles.get(1).total()).isEqualTo(606);
    assertThat(profiles).allSatisfy(profile -> assertThat(profile.samples()).hasSize(200));
    assertThat(profiles.get(0).samples())
        .filteredOn(sample -> sample.attributes().string("route") != null)
        .isNotEmpty();
    double depth =
        profiles.get(1).samples().stream()
                .mapToLong(sample -> sample.value() * sample.stackTrace().depth())
                .sum()
            / 606.0;
    assertThat(depth).isBetween(18.95, 19.05);
  }

  @Test
  void ebpfProfilersRequest_countsATimestampAsOneAndKeepsFrameTypes() throws InputException {
    OtlpRequest request = decode("ebpf-profiler-1.10.otlp", ReceivedLevel.V1_10);
    long timestamps = 0;
    for (OtlpResource resource : request.resources()) {
      for (OtlpScope scope : resource.scopes()) {
        for (OtlpProfile profile : scope.profiles()) {
          for (int i = 0; i < profile.samples().count(); i++) {
            assertThat(profile.samples().valueCount(i)).isZero();
            timestamps += profile.samples().timestampCount(i);
          }
        }
      }
    }
    ConvertedWindow converted = OtlpToWindow.convert(request, RECEIVED);

    assertThat(timestamps).isPositive();
    assertThat(converted.rejected()).isEmpty();
    assertThat(converted.window().profiles().stream().mapToLong(Profile::total).sum())
        .isEqualTo(timestamps);
    Set<String> types = new HashSet<>();
    for (Profile profile : converted.window().profiles()) {
      for (Sample sample : profile.samples()) {
        sample.stackTrace().frames().forEach(frame -> types.add(frame.type().word()));
      }
    }
    assertThat(types).contains("native", "kernel", "go", "jvm", "cpython", "v8js");
  }

  @Test
  void inspektorGadgetsRequest_isReadAtItsLevelAndRefusedByTheNewest() throws InputException {
    for (String name : List.of("ig-1.9-a.otlp", "ig-1.9-b.otlp")) {
      OtlpRequest request = decode(name, ReceivedLevel.V1_9);
      ConvertedWindow converted = OtlpToWindow.convert(request, RECEIVED);
      assertThat(converted.window().profiles()).hasSize(1);
      Profile profile = converted.window().profiles().get(0);
      OtlpSamples samples = request.resources().get(0).scopes().get(0).profiles().get(0).samples();
      long total = 0;
      for (int i = 0; i < samples.count(); i++) {
        total += samples.value(i, 0);
      }
      assertThat(samples.count()).isBetween(97, 98);
      assertThat(profile.total()).isEqualTo(total).isPositive();
      assertThat(profile.samples())
          .allSatisfy(sample -> assertThat(sample.attributes().string("proc.comm")).isNotNull());

      assertThatThrownBy(() -> decode(name, ReceivedLevel.V1_10))
          .isInstanceOf(InputException.class);
    }
  }

  @Test
  void ofLevel1_7ValueOneWithManyTimestamps_countsEachTimestamp() throws InputException {
    // values [1] with 5 timestamps, [1] with 1, [3] with 2: the last contradicts itself.
    OtlpSamples samples = new OtlpSamples();
    addSample(samples, new long[] {1}, 5);
    addSample(samples, new long[] {1}, 1);
    addSample(samples, new long[] {3}, 2);
    addSample(samples, new long[] {2, 3}, 2);
    addSample(samples, new long[0], 4);
    addSample(samples, new long[0], 0);

    assertThat(samples.amount(0)).isEqualTo(5);
    assertThat(samples.amount(1)).isEqualTo(1);
    assertThat(samples.amount(3)).isEqualTo(5);
    assertThat(samples.amount(4)).isEqualTo(4);
    assertThat(List.of(0, 1, 2, 3, 4, 5))
        .filteredOn(samples::isConsistent)
        .containsExactly(0, 1, 3, 4);
  }

  @Test
  void requestCutAnywhere_isRefusedOrReadButNeverBreaks() {
    byte[] whole = RealRequests.bytes("collector-pprof-1.10.otlp");
    OtlpDecoder decoder = OtlpDecoder.of(ReceivedLevel.V1_10, OtlpLimits.DEFAULT);
    int refused = 0;
    for (int length = 0; length < whole.length; length += 97) {
      try {
        decoder.decode(Arrays.copyOf(whole, length));
      } catch (InputException e) {
        refused++;
      }
    }
    assertThat(refused).isGreaterThan(300);
  }

  @Test
  void indexOutsideItsTable_isRefusedWithItsPlace() {
    ReverseWriter out = new ReverseWriter(64);
    int dictionary = out.size();
    out.bytes(5, new byte[0], 0, 0);
    out.message(2, dictionary);
    int resource = out.size();
    int profile = out.size();
    int sample = out.size();
    out.varint(1, 7);
    out.message(2, sample);
    out.message(2, profile);
    out.message(2, resource);
    out.message(1, resource);

    assertThatThrownBy(
            () -> OtlpDecoder.of(ReceivedLevel.V1_10, OtlpLimits.DEFAULT).decode(out.toByteArray()))
        .isInstanceOf(InputException.class)
        .hasMessageMatching("at byte \\d+: stack 7 is named, the largest is 0");
  }

  @Test
  void stackOfLocationOutsideItsTable_isRefusedByNumber() {
    ReverseWriter out = new ReverseWriter(64);
    writeStack(out, 1);
    writeStack(out, 2);
    writeStack(out, 0);
    out.message(2, out.size());
    out.message(2, out.size());
    out.bytes(5, new byte[0], 0, 0);
    out.message(2, 0);

    assertThatThrownBy(
            () -> OtlpDecoder.of(ReceivedLevel.V1_10, OtlpLimits.DEFAULT).decode(out.toByteArray()))
        .isInstanceOf(InputException.class)
        .hasMessage("stack 1 names location 2, the largest is 1");
  }

  private static void writeStack(ReverseWriter out, int location) {
    int stack = out.size();
    int list = out.size();
    out.rawVarint(location);
    out.message(1, list);
    out.message(7, stack);
  }

  @Test
  void requestWithoutTimeOrType_getsItsReceiptOrIsRejectedAlone() throws InputException {
    ReverseWriter out = new ReverseWriter(256);
    int dictionary = out.size();
    writeStrings(out, "", "samples", "count", "main");
    writeFunctionOfName(out, 3);
    out.message(2, dictionary);
    int resource = out.size();
    int scope = out.size();
    writeProfile(out, 0, 0);
    writeProfile(out, 1, 2);
    out.message(2, scope);
    out.message(1, resource);

    OtlpRequest request =
        OtlpDecoder.of(ReceivedLevel.V1_10, OtlpLimits.DEFAULT).decode(out.toByteArray());
    ConvertedWindow converted = OtlpToWindow.convert(request, RECEIVED);

    assertThat(converted.window().profiles()).hasSize(1);
    Profile profile = converted.window().profiles().get(0);
    assertThat(profile.startUnixNanos() + profile.durationNanos()).isEqualTo(RECEIVED);
    assertThat(converted.untimedProfiles()).isEqualTo(1);
    assertThat(converted.rejected()).containsEntry(RejectReason.NO_TYPE, 1);
    assertThat(profile.samples().get(0).stackTrace().frames())
        .containsExactly(Frame.named("main", FrameType.NATIVE));
  }

  private static void writeStrings(ReverseWriter out, String... strings) {
    for (int i = strings.length - 1; i >= 0; i--) {
      byte[] utf8 = strings[i].getBytes(StandardCharsets.UTF_8);
      out.bytes(5, utf8, 0, utf8.length);
    }
  }

  /** One stack of one location of one function. */
  private static void writeFunctionOfName(ReverseWriter out, int name) {
    int stack = out.size();
    int list = out.size();
    out.rawVarint(1);
    out.message(1, list);
    out.message(7, stack);
    out.message(7, out.size());
    int function = out.size();
    out.varint(1, name);
    out.message(3, function);
    out.message(3, out.size());
    int location = out.size();
    int line = out.size();
    out.varint(1, 1);
    out.message(3, line);
    out.message(2, location);
    out.message(2, out.size());
  }

  private static void writeProfile(ReverseWriter out, int type, int unit) {
    int profile = out.size();
    int sample = out.size();
    int values = out.size();
    out.rawVarint(5);
    out.message(4, values);
    out.varint(1, 1);
    out.message(2, sample);
    int words = out.size();
    out.varint(2, unit);
    out.varint(1, type);
    out.message(1, words);
    out.message(2, profile);
  }

  private static void addSample(OtlpSamples samples, long[] values, int timestamps) {
    samples.stacks.add(0);
    samples.attributeLists.add(0);
    samples.links.add(0);
    for (long value : values) {
      samples.values.add(value);
    }
    for (int i = 0; i < timestamps; i++) {
      samples.timestamps.add(RECEIVED + i);
    }
    samples.valueEnds.add(samples.values.size());
    samples.timestampEnds.add(samples.timestamps.size());
  }

  private static ConvertedWindow convert(String name, ReceivedLevel level) throws InputException {
    return OtlpToWindow.convert(decode(name, level), RECEIVED);
  }

  private static OtlpRequest decode(String name, ReceivedLevel level) throws InputException {
    return OtlpDecoder.of(level, OtlpLimits.DEFAULT).decode(RealRequests.bytes(name));
  }
}
