package dev.plumbline.pprof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.convert.OtlpTarget;
import dev.plumbline.convert.OtlpToPprof;
import dev.plumbline.convert.PprofToOtlp;
import dev.plumbline.export.sender.ExportRequest;
import dev.plumbline.otlp.OtlpLevel;
import dev.plumbline.otlp.decode.OtlpDecoder;
import dev.plumbline.otlp.decode.OtlpLimits;
import dev.plumbline.otlp.decode.ReceivedLevel;
import dev.plumbline.wire.InputException;
import dev.plumbline.wire.IntList;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Addresses and mappings, and no function at all (case CV-08). */
class UnsymbolizedProfileTest {
  private static final long[][] RANGES = {
    {0xffffffff81000000L, 0xffffffffc0000000L, 0xffffffff81000000L},
    {0x7f5e8c000000L, 0x7f5e8c023000L, 0},
    {0x556000001000L, 0x556000006000L, 0x1000}
  };
  private static final String[] FILES = {"[kernel.kallsyms]", "/lib/ld-2.24.so", "/bin/sleep"};
  private static final long[] ADDRESSES = {0xffffffff810611caL, 0x7f5e8c0011d0L, 0x556000002abcL};
  private static final long[] VALUES = {6, 1, 1};

  @TempDir Path directory;

  private static PprofProfile profile() {
    PprofBuilder builder = new PprofBuilder();
    builder.sampleType(builder.string("cycles"), builder.string("count"));
    builder.interval(1_790_000_000_000_000_000L, 1_000_000_000);
    builder.period(builder.string("cycles"), builder.string("count"), 1);
    for (int i = 0; i < FILES.length; i++) {
      int mapping = builder.mapping(RANGES[i], builder.string(FILES[i]), 0, 0);
      builder.beginLocation(mapping, ADDRESSES[i], false);
      IntList stack = new IntList();
      stack.add(builder.endLocation());
      builder.sample(builder.stack(stack), 0, new long[] {VALUES[i]});
    }
    return builder.build();
  }

  private static PprofProfile throughOtlp(PprofProfile profile) throws InputException {
    ExportRequest request =
        PprofToOtlp.convert(profile, OtlpTarget.builder(OtlpLevel.V1_10).build()).get(0);
    byte[] body = new byte[request.length()];
    request.body().get(body);
    byte[] back =
        OtlpToPprof.convert(OtlpDecoder.of(ReceivedLevel.V1_10, OtlpLimits.DEFAULT).decode(body))
            .get(0)
            .toProtobuf();
    return PprofReader.of(PprofLimits.FILE).read(back);
  }

  @Test
  void wayOverOtlp_keepsAddressesAndRanges_andInventsNoFunction() throws Exception {
    PprofProfile back = throughOtlp(profile());

    assertThat(back.functionCount()).isZero();
    assertThat(back.mappingCount()).isEqualTo(FILES.length);
    assertThat(back.sampleCount()).isEqualTo(FILES.length);
    for (int i = 0; i < FILES.length; i++) {
      assertThat(back.mappingStart(i + 1)).isEqualTo(RANGES[i][0]);
      assertThat(back.mappingLimit(i + 1)).isEqualTo(RANGES[i][1]);
      assertThat(back.mappingFileOffset(i + 1)).isEqualTo(RANGES[i][2]);
      assertThat(back.string(back.mappingFile(i + 1))).isEqualTo(FILES[i]);
      int location = back.stackLocation(back.stack(i), 0);
      assertThat(back.locationAddress(location)).isEqualTo(ADDRESSES[i]);
      assertThat(back.locationMapping(location)).isEqualTo(i + 1);
      assertThat(back.lineCount(location)).isZero();
      assertThat(back.value(i, 0)).isEqualTo(VALUES[i]);
    }
  }

  @Test
  void go_showsTheMappings() throws Exception {
    Path file = directory.resolve("back.pb");
    Files.write(file, throughOtlp(profile()).toProtobuf());

    String top = GoPprof.run(List.of("-top", "-symbolize=none"), file);

    assertThat(top.lines().map(String::strip))
        .anyMatch(line -> line.startsWith("6 ") && line.endsWith("[[kernel.kallsyms]]"))
        .anyMatch(line -> line.startsWith("1 ") && line.endsWith("[ld-2.24.so]"))
        .anyMatch(line -> line.startsWith("1 ") && line.endsWith("[sleep]"));
  }
}
