package dev.plumbline.kernel.unwind;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.kernel.RequiresBpf;
import dev.plumbline.kernel.unwind.SamplerOptions.Switch;
import dev.plumbline.kernel.unwind.StackSamplerTest.Sampled;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every lesser variant loads on the running kernel, too, and walks as far as it can. */
@RequiresBpf
class SamplerVariantsTest {
  private static final int HERTZ = 1000;
  private static final SamplerVariant BEST =
      new SamplerVariant(true, true, false, SamplerOptions.NATIVE_FRAMES, false, 0);

  private static Path program;

  @BeforeAll
  static void assemble(@TempDir Path directory) throws IOException, InterruptedException {
    program = GoldenProgram.assemble(directory);
  }

  private static List<Sampled> samples(SamplerVariant variant) throws IOException {
    return samples(variant, 300);
  }

  private static List<Sampled> samples(SamplerVariant variant, int count) throws IOException {
    SamplerOptions options = SamplerOptions.builder().with(Switch.SELECTED_PROCESSES).build();
    try (GoldenProgram golden = GoldenProgram.start(program);
        StackSampler sampler = StackSampler.load(options, variant)) {
      sampler.selectProcess(golden.pid());
      UnwindTable rows = golden.table();
      int table = sampler.tables().add(rows);
      sampler
          .processes()
          .put(golden.pid(), golden.startTicks(), List.of(golden.mapping(table, rows)));
      assertThat(sampler.variant()).isEqualTo(variant);
      sampler.startCpuClock(Hertz.upTo(HERTZ));
      return StackSamplerTest.collect(sampler, golden, count);
    }
  }

  static Stream<SamplerVariant> complete() {
    return Stream.of(
        BEST,
        BEST.withHalfTheFrames(),
        BEST.withPreallocation(),
        BEST.withPreallocation().withHalfTheFrames(),
        BEST.withSmallerMaps().withSmallerMaps(),
        new SamplerVariant(true, false, false, SamplerOptions.NATIVE_FRAMES, false, 0));
  }

  @ParameterizedTest
  @MethodSource("complete")
  void variantWithTables_walksTheWholeChain(SamplerVariant variant) throws IOException {
    List<Sampled> samples = samples(variant);
    assertThat(samples.stream().filter(StackSamplerTest::isExpected).count())
        .isGreaterThanOrEqualTo(samples.size() * 99L / 100);
  }

  @Test
  void variantWithoutKernelReads_walksWhatRunsInUserMode() throws IOException {
    List<Sampled> samples =
        samples(
            new SamplerVariant(false, true, false, SamplerOptions.NATIVE_FRAMES, false, 0), 1000);
    List<Sampled> ofUserMode =
        samples.stream().filter(sample -> sample.end() != EndReason.NO_REGISTERS).toList();
    assertThat(ofUserMode)
        .hasSizeGreaterThan(100)
        .filteredOn(StackSamplerTest::isExpected)
        .hasSizeGreaterThanOrEqualTo(ofUserMode.size() * 95 / 100);
  }

  @Test
  void variantWithoutTables_goesAsFarAsFramePointersDo() throws IOException {
    List<Sampled> samples = samples(BEST.withFramePointersOnly());
    assertThat(samples).allMatch(sample -> sample.end() != EndReason.ROOT);
    assertThat(samples).anyMatch(sample -> sample.end() == EndReason.FRAME_POINTER);
    assertThat(samples).allMatch(sample -> !sample.chain().isEmpty());
  }
}
