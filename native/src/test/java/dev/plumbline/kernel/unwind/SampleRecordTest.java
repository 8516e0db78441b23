package dev.plumbline.kernel.unwind;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class SampleRecordTest {
  private static final int AT = 40;
  private static final int STACK_BYTES = 24;

  /** A record whose words count up from 100, with a copy of the stack if that is wanted. */
  private static ByteBuffer record(int kernelWords, int userWords, boolean hasStack) {
    ByteBuffer ring = ByteBuffer.allocateDirect(1 << 14).order(ByteOrder.nativeOrder());
    ring.putLong(AT, 1).putLong(AT + 8, 2).putLong(AT + 16, 3).putLong(AT + 24, 4);
    ring.putInt(AT + 32, 5).putInt(AT + 36, 6).putInt(AT + 40, 7);
    ring.putShort(AT + 44, (short) 8).putShort(AT + 46, (short) (hasStack ? 1 | 4 : 2));
    ring.putShort(AT + 48, (short) kernelWords).putShort(AT + 50, (short) userWords);
    ring.putShort(AT + 52, (short) EndReason.READ_FAULT.number());
    ring.putShort(AT + 54, (short) (hasStack ? STACK_BYTES : 0));
    ring.put(AT + 56, "a thread of work".getBytes(StandardCharsets.US_ASCII));
    for (int i = 0; i < 600; i++) {
      ring.putLong(AT + SampleRecord.HEADER_BYTES + i * 8, 100 + i);
    }
    return ring;
  }

  @Test
  void everyField_isWhereItIsDrawn() {
    SampleRecord sample = new SampleRecord();
    int length = SampleRecord.HEADER_BYTES + (5 + 3) * 8 + STACK_BYTES;
    assertThat(sample.wrap(record(2, 3, true), AT, length)).isTrue();
    assertThat(sample.timeNanos()).isEqualTo(1);
    assertThat(sample.cgroupId()).isEqualTo(2);
    assertThat(sample.startNanos()).isEqualTo(3);
    assertThat(sample.value()).isEqualTo(4);
    assertThat(sample.tgid()).isEqualTo(5);
    assertThat(sample.tid()).isEqualTo(6);
    assertThat(sample.cpu()).isEqualTo(7);
    assertThat(sample.source()).isEqualTo(8);
    assertThat(sample.endReason()).isEqualTo(EndReason.READ_FAULT);
    assertThat(sample.comm()).isEqualTo("a thread of work");
    assertThat(sample.commLow()).isNotEqualTo(sample.commHigh());
    assertThat(sample.isKernelMode()).isTrue();
    assertThat(sample.isExactPc()).isFalse();
    assertThat(sample.kernelWord(1)).isEqualTo(101);
    assertThat(sample.userWord(2)).isEqualTo(104);
    assertThat(new long[] {sample.pc(), sample.sp(), sample.bp()}).containsExactly(105, 106, 107);
    assertThat(sample.stackBytes()).isEqualTo(STACK_BYTES);
    assertThat(sample.stackWord(8)).isEqualTo(109);
  }

  @Test
  void words_areCopiedAtOnce() {
    SampleRecord sample = new SampleRecord();
    ByteBuffer ring = record(2, 3, false);
    assertThat(sample.wrap(ring, AT, SampleRecord.HEADER_BYTES + 5 * 8)).isTrue();
    ring.putLong(AT + SampleRecord.HEADER_BYTES, -1); // the ring goes on
    long[] words = new long[SampleRecord.MAX_WORDS];
    assertThat(sample.copyWords(words)).isEqualTo(5);
    assertThat(words).startsWith(100, 101, 102, 103, 104, 0);
  }

  @Test
  void lengthsThatContradictEachOther_areRefused() {
    SampleRecord sample = new SampleRecord();
    int header = SampleRecord.HEADER_BYTES;
    assertThat(sample.wrap(record(2, 3, false), AT, header - 1)).isFalse();
    assertThat(sample.wrap(record(2, 3, false), AT, header + 5 * 8 - 1)).isFalse();
    assertThat(sample.wrap(record(2, 3, true), AT, header + 8 * 8)).isFalse();
    assertThat(sample.wrap(record(128, 512, false), AT, 8000)).isFalse();
    assertThat(sample.wrap(record(127, 512, false), AT, 8000)).isTrue();
  }
}
