package dev.plumbline.convert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import dev.plumbline.otlp.decode.OtlpDecoder;
import dev.plumbline.otlp.decode.OtlpLimits;
import dev.plumbline.otlp.decode.OtlpRequest;
import dev.plumbline.otlp.decode.ReceivedLevel;
import dev.plumbline.pprof.PprofLimits;
import dev.plumbline.pprof.PprofProfile;
import dev.plumbline.pprof.PprofReader;
import dev.plumbline.profile.Attributes;
import dev.plumbline.profile.Resource;
import dev.plumbline.profile.Scope;
import dev.plumbline.wire.InputException;
import dev.plumbline.wire.InputException.Kind;
import dev.plumbline.wire.ReverseWriter;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

/** Bodies that are small and ask for much: refused, or cut where they are, in bounded memory. */
class BombsTest {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final long RECEIVED = 1_800_000_000_000_000_000L;
  private static final long MOST_ALLOCATED = 1L << 30;

  @Test
  void attributeNestedVeryDeep_isRefused() {
    ReverseWriter out = new ReverseWriter(1 << 16);
    int end = out.size();
    for (int i = 0; i < 5_000; i++) {
      out.message(5, end);
      out.message(1, end);
    }
    out.message(5, end);
    out.message(2, end);
    out.message(6, end);
    out.message(2, end);

    assertRefused(out.toByteArray(), Kind.MALFORMED, "nested more than 32 deep");
  }

  @Test
  void manyEmptyEntries_areRefused() {
    byte[] samples = repeated(new byte[] {0x12, 0}, 3_000_000);
    ReverseWriter out = new ReverseWriter(samples.length + 64);
    int mark = out.size();
    out.bytes(2, samples, 0, samples.length);
    out.message(2, mark);
    out.message(1, mark);
    assertRefused(out.toByteArray(), Kind.TOO_MANY, "more than 2000000 samples");

    byte[] profiles = repeated(new byte[] {0x12, 0}, 300_000);
    ReverseWriter scope = new ReverseWriter(profiles.length + 64);
    int scopeMark = scope.size();
    scope.bytes(2, profiles, 0, profiles.length);
    scope.message(1, scopeMark);
    assertRefused(scope.toByteArray(), Kind.TOO_MANY, "more than 200000 resources");
  }

  @Test
  void manyStrings_areRefused() {
    byte[] strings = repeated(new byte[] {0x2A, 0}, 2_500_000);
    ReverseWriter out = new ReverseWriter(strings.length + 64);
    out.bytes(2, strings, 0, strings.length);
    assertRefused(out.toByteArray(), Kind.TOO_MANY, "string_table has more than 2000000 entries");
  }

  @Test
  void oneLocationOfManyLinesInManyStacks_costsNoMoreFramesThanOneConversionMakes()
      throws InputException {
    PprofProfile profile = PprofReader.of(PprofLimits.PUSHED).read(wideStacks(20_000, 2_000));
    long before = THREADS.getCurrentThreadAllocatedBytes();
    ConvertedWindow converted =
        PprofToWindow.convert(profile, Resource.of(Attributes.EMPTY), Scope.of("", ""), RECEIVED);

    assertThat(converted.rejected()).containsKey(RejectReason.TOO_MANY_FRAMES);
    assertThat(THREADS.getCurrentThreadAllocatedBytes() - before).isLessThan(MOST_ALLOCATED);
  }

  /** One location with that many lines; the i-th stack names it i times. */
  private static byte[] wideStacks(int lines, int samples) {
    ReverseWriter out = new ReverseWriter(1 << 20);
    out.bytes(6, new byte[] {'n'}, 0, 1);
    out.bytes(6, new byte[0], 0, 0);
    int function = out.size();
    out.varint(2, 1);
    out.varint(1, 1);
    out.message(5, function);
    int location = out.size();
    for (int i = 0; i < lines; i++) {
      int line = out.size();
      out.varint(1, 1);
      out.message(4, line);
    }
    out.varint(1, 1);
    out.message(4, location);
    for (int i = 0; i < samples; i++) {
      int sample = out.size();
      out.varint(2, 1);
      for (int depth = 0; depth <= i; depth++) {
        out.varint(1, 1);
      }
      out.message(2, sample);
    }
    int type = out.size();
    out.varint(2, 1);
    out.varint(1, 1);
    out.message(1, type);
    return out.toByteArray();
  }

  private static byte[] repeated(byte[] piece, int times) {
    byte[] bytes = new byte[piece.length * times];
    for (int i = 0; i < times; i++) {
      System.arraycopy(piece, 0, bytes, i * piece.length, piece.length);
    }
    return bytes;
  }

  private static void assertRefused(byte[] request, Kind kind, String message) {
    OtlpDecoder decoder = OtlpDecoder.of(ReceivedLevel.V1_10, OtlpLimits.DEFAULT);
    long before = THREADS.getCurrentThreadAllocatedBytes();
    assertThatThrownBy(() -> read(decoder, request))
        .isInstanceOfSatisfying(InputException.class, e -> assertThat(e.kind()).isEqualTo(kind))
        .hasMessageContaining(message);
    assertThat(THREADS.getCurrentThreadAllocatedBytes() - before).isLessThan(MOST_ALLOCATED);
  }

  private static OtlpRequest read(OtlpDecoder decoder, byte[] request) throws InputException {
    return decoder.decode(request);
  }
}
