package dev.plumbline.agent.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChunkReaderTest {
  @TempDir Path directory;

  private FileChannel channel;
  private final List<Integer> lengths = new ArrayList<>();
  private final List<Byte> firstPayloadBytes = new ArrayList<>();

  private final ChunkReceiver receiver =
      chunk -> {
        assertThat(chunk.position()).isZero();
        lengths.add(chunk.remaining());
        firstPayloadBytes.add(chunk.get(ChunkReader.HEADER_LENGTH));
      };

  @BeforeEach
  void open() throws IOException {
    channel =
        FileChannel.open(
            directory.resolve("recording.jfr"),
            StandardOpenOption.CREATE,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE);
  }

  @AfterEach
  void close() throws IOException {
    channel.close();
  }

  private void append(long declaredSize, int length, int payload) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(length);
    bytes.putInt(0, ChunkReader.MAGIC).putLong(ChunkReader.SIZE_OFFSET, declaredSize);
    for (int i = ChunkReader.HEADER_LENGTH; i < length; i++) {
      bytes.put(i, (byte) payload);
    }
    channel.write(bytes, channel.size());
  }

  @Test
  void finished_chunks_are_read_and_the_open_one_is_left() throws Exception {
    append(100, 100, 1);
    append(200_000, 200_000, 2);
    append(ChunkReader.OPEN_CHUNK_SIZE, 90, 3);
    ChunkReader reader = new ChunkReader(channel, size -> true);

    assertThat(reader.readFinished(receiver)).isEqualTo(2);
    assertThat(lengths).containsExactly(100, 200_000);
    assertThat(firstPayloadBytes).containsExactly((byte) 1, (byte) 2);
    assertThat(reader.position()).isEqualTo(200_100);
  }

  @Test
  void next_call_goes_on_where_the_last_one_ended() throws Exception {
    append(100, 100, 1);
    ChunkReader reader = new ChunkReader(channel, size -> true);
    reader.readFinished(receiver);
    append(80, 80, 2);

    assertThat(reader.readFinished(receiver)).isEqualTo(1);
    assertThat(lengths).containsExactly(100, 80);
    assertThat(reader.readFinished(receiver)).isZero();
  }

  @Test
  void punched_bytes_before_the_position_do_not_matter() throws Exception {
    append(100, 100, 1);
    ChunkReader reader = new ChunkReader(channel, size -> true);
    reader.readFinished(receiver);
    channel.write(ByteBuffer.allocate(100), 0);
    append(120, 120, 2);

    assertThat(reader.readFinished(receiver)).isEqualTo(1);
    assertThat(firstPayloadBytes).containsExactly((byte) 1, (byte) 2);
  }

  @Test
  void zeros_where_a_chunk_must_be_break_the_recording() throws Exception {
    append(100, 100, 1);
    channel.write(ByteBuffer.allocate(100), channel.size());
    ChunkReader reader = new ChunkReader(channel, size -> true);

    assertThatThrownBy(() -> reader.readFinished(receiver))
        .isInstanceOf(BrokenRecordingException.class)
        .hasMessageContaining("no chunk at 100");
    assertThat(lengths).as("what came before is handed over").containsExactly(100);
  }

  @Test
  void chunk_that_was_cut_short_breaks_the_recording() throws Exception {
    append(500, 100, 1);
    ChunkReader reader = new ChunkReader(channel, size -> true);

    assertThatThrownBy(() -> reader.readFinished(receiver))
        .isInstanceOf(BrokenRecordingException.class)
        .hasMessageContaining("has 500 bytes, the file ends at 100");
  }

  @Test
  void absurd_sizes_break_the_recording_before_memory_is_taken() throws Exception {
    for (long size : new long[] {-1, 0, 67, 1L << 29, Long.MAX_VALUE}) {
      channel.truncate(0);
      append(size, 100, 1);
      assertThatThrownBy(() -> new ChunkReader(channel, bytes -> true).readFinished(receiver))
          .isInstanceOf(BrokenRecordingException.class);
    }
    assertThat(lengths).isEmpty();
  }

  @Test
  void chunk_that_the_heap_cannot_take_is_skipped_and_counted() throws Exception {
    append(100, 100, 1);
    append(5_000, 5_000, 2);
    append(100, 100, 3);
    ChunkReader reader = new ChunkReader(channel, size -> size < 1_000);

    assertThat(reader.readFinished(receiver)).isEqualTo(3);
    assertThat(firstPayloadBytes).containsExactly((byte) 1, (byte) 3);
    assertThat(reader.skippedChunks()).isEqualTo(1);
    assertThat(reader.position()).isEqualTo(5_200);
  }
}
