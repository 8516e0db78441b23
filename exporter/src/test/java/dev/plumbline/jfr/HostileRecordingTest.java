package dev.plumbline.jfr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import dev.plumbline.jfr.chunk.JfrChunk;
import dev.plumbline.jfr.chunk.JfrException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

/** Recordings whose counts, sizes and references ask for more than there is. */
@Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
class HostileRecordingTest {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final long MOST_ALLOCATED = 64L << 20;
  private static final int CONSTANT_POOL_FIELD = 16;
  private static final int METADATA_FIELD = 24;
  private static final int HEADER_BYTES = 68;

  private byte[] recording = {};

  @BeforeEach
  void read() throws IOException {
    try (InputStream in = HostileRecordingTest.class.getResourceAsStream("every-kind.jfr")) {
      assertThat(in).isNotNull();
      recording = in.readAllBytes();
    }
  }

  private static void decode(byte[] bytes) throws JfrException {
    JfrDecoder.of(JfrSettings.builder().build()).decode(JfrChunk.of(0, ByteBuffer.wrap(bytes)));
  }

  private void assertRefused() {
    assertThatThrownBy(() -> decode(recording)).isInstanceOf(JfrException.class);
  }

  /** Behind the size, the type and two times of a pool stands where the one before it is. */
  private int deltaPosition() {
    int position = (int) ByteBuffer.wrap(recording).getLong(CONSTANT_POOL_FIELD);
    for (int field = 0; field < 4; field++) {
      while (recording[position++] < 0) {
        continue;
      }
    }
    return position;
  }

  @Test
  void poolThatRefersForward_orOutOfTheChunk_isRefused() {
    int delta = deltaPosition();
    recording[delta] = 1;
    assertRefused();
    recording[delta] = 127;
    assertRefused();
  }

  @Test
  void offsetsOfTheHeader_thatLeadElsewhere_areRefused() {
    ByteBuffer header = ByteBuffer.wrap(recording);
    long pool = header.getLong(CONSTANT_POOL_FIELD);
    long metadata = header.getLong(METADATA_FIELD);
    for (int field : new int[] {CONSTANT_POOL_FIELD, METADATA_FIELD}) {
      long right = header.getLong(field);
      for (long wrong :
          new long[] {
            -1, 0, 1, HEADER_BYTES - 1, recording.length, Long.MAX_VALUE, Integer.MIN_VALUE
          }) {
        header.putLong(field, wrong);
        assertRefused();
      }
      header.putLong(field, field == CONSTANT_POOL_FIELD ? metadata : pool);
      assertRefused();
      header.putLong(field, right);
    }
  }

  @Test
  void eventOfNoBytes_isNoEndlessLoop() {
    recording[HEADER_BYTES] = 0;
    assertRefused();
  }

  /** Whatever number stands anywhere, it costs no more than the recording is worth. */
  @Test
  void hugeNumbersAnywhere_costNoMemory() {
    int refused = 0;
    for (int position = HEADER_BYTES; position < recording.length; position += 61) {
      byte[] bytes = recording.clone();
      for (int i = position; i < Math.min(bytes.length, position + 4); i++) {
        bytes[i] = -1;
      }
      if (position + 4 < bytes.length) {
        bytes[position + 4] = 7;
      }
      long before = THREADS.getCurrentThreadAllocatedBytes();
      try {
        decode(bytes);
      } catch (JfrException e) {
        refused++;
      }
      assertThat(THREADS.getCurrentThreadAllocatedBytes() - before)
          .as("position %s", position)
          .isLessThan(MOST_ALLOCATED);
    }
    assertThat(refused).isPositive();
  }
}
