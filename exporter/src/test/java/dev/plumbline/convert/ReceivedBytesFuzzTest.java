package dev.plumbline.convert;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.export.sender.ExportRequest;
import dev.plumbline.otlp.OtlpLevel;
import dev.plumbline.otlp.decode.LevelFinder;
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
import dev.plumbline.wire.Gunzip;
import dev.plumbline.wire.InputException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

/**
 * Whatever bytes come, reading ends with a profile or an {@link InputException}, and what was read
 * can be converted. The corpus lies in {@value #CORPUS}, a file of hexadecimal text for each input;
 * what once broke a reader is kept there.
 */
@Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
class ReceivedBytesFuzzTest {
  private static final String CORPUS = "src/test/resources/dev/plumbline/convert/corpus";
  private static final long RECEIVED = 1_800_000_000_000_000_000L;

  @Test
  void pprof_isReadOrRefused() throws IOException {
    List<byte[]> corpus = corpus("pprof");
    int read = 0;
    for (int seed = 0; seed < Mutations.tries(3_000); seed++) {
      byte[] bytes = Mutations.mutate(corpus, new Random(seed));
      try {
        read += pprof(bytes);
      } catch (RuntimeException | StackOverflowError e) {
        throw new AssertionError("seed " + seed + ": " + hex(bytes), e);
      }
    }
    assertThat(read).isPositive();
  }

  private static int pprof(byte[] bytes) {
    try {
      PprofProfile profile = PprofReader.of(PprofLimits.PUSHED).read(bytes);
      PprofToWindow.convert(profile, Resource.of(Attributes.EMPTY), Scope.of("", ""), RECEIVED);
      for (ExportRequest request :
          PprofToOtlp.convert(profile, OtlpTarget.builder(OtlpLevel.V1_10).build())) {
        OtlpDecoder.of(ReceivedLevel.V1_10, OtlpLimits.DEFAULT)
            .decode(PprofOtlpRoundTripPropertyTest.bytes(request));
      }
      return 1;
    } catch (InputException refused) {
      return 0;
    }
  }

  @Test
  void otlp_isReadOrRefused() throws IOException {
    List<byte[]> corpus = corpus("otlp");
    LevelFinder finder = LevelFinder.of(OtlpLimits.DEFAULT, Clock.systemUTC());
    int read = 0;
    for (int seed = 0; seed < Mutations.tries(3_000); seed++) {
      byte[] bytes = Mutations.mutate(corpus, new Random(seed));
      try {
        OtlpRequest request = finder.decode(bytes, "sender " + seed % 3);
        OtlpToWindow.convert(request, RECEIVED);
        for (PprofProfile file : OtlpToPprof.convert(request)) {
          PprofReader.of(PprofLimits.PUSHED).read(file.toProtobuf());
        }
        read++;
      } catch (InputException refused) {
        assertThat(refused.getMessage()).doesNotContain("\n");
      } catch (RuntimeException | StackOverflowError e) {
        throw new AssertionError("seed " + seed + ": " + hex(bytes), e);
      }
    }
    assertThat(read).isPositive();
  }

  @Test
  void gzip_isReadOrRefused() throws IOException {
    List<byte[]> corpus = new ArrayList<>();
    for (byte[] bytes : corpus("pprof")) {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
        gzip.write(bytes);
      }
      corpus.add(out.toByteArray());
    }
    for (int seed = 0; seed < Mutations.tries(3_000); seed++) {
      byte[] bytes = Mutations.mutate(corpus, new Random(seed));
      try {
        assertThat(Gunzip.inflate(bytes, 1 << 20)).hasSizeLessThanOrEqualTo(1 << 20);
      } catch (InputException refused) {
        assertThat(refused.getMessage()).isNotEmpty();
      } catch (RuntimeException e) {
        throw new AssertionError("seed " + seed + ": " + hex(bytes), e);
      }
    }
  }

  private static List<byte[]> corpus(String kind) throws IOException {
    List<byte[]> corpus = new ArrayList<>();
    try (Stream<Path> files = Files.list(Path.of(CORPUS))) {
      for (Path file : files.sorted().toList()) {
        if (file.getFileName().toString().startsWith(kind)) {
          String text = Files.readString(file, StandardCharsets.US_ASCII);
          corpus.add(HexFormat.of().parseHex(text.replaceAll("\\s", "")));
        }
      }
    }
    assertThat(corpus).isNotEmpty();
    return corpus;
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }
}
