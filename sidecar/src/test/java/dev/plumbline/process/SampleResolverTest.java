package dev.plumbline.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.kernel.unwind.EndReason;
import org.junit.jupiter.api.Test;

class SampleResolverTest {
  /** A runtime may have been writing code, which nobody may execute then, as it was read. */
  @Test
  void mayImprove_outsideOfMappingsThatWereReadSince_someTimesMore() {
    assertThat(SampleResolver.mayImprove(EndReason.NO_MAPPING, true, 0)).isTrue();
    assertThat(SampleResolver.mayImprove(EndReason.NO_MAPPING, true, 2)).isTrue();
    assertThat(SampleResolver.mayImprove(EndReason.NO_MAPPING, true, 3)).isFalse();
  }

  @Test
  void mayImprove_outsideOfMappingsThatWereReadBefore_always() {
    assertThat(SampleResolver.mayImprove(EndReason.NO_MAPPING, false, 100)).isTrue();
  }

  @Test
  void mayImprove_withoutTable_always() {
    assertThat(SampleResolver.mayImprove(EndReason.NO_TABLE, true, 100)).isTrue();
  }

  @Test
  void mayImprove_withoutReadableStack_never() {
    assertThat(SampleResolver.mayImprove(EndReason.READ_FAULT, false, 0)).isFalse();
    assertThat(SampleResolver.mayImprove(EndReason.ROOT, false, 0)).isFalse();
  }
}
