package dev.plumbline.jfr.chunk;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JfrChunksTest {
  private static final int SIZE = 500;

  @TempDir Path directory;
  private FileChannel file;
  private JfrChunks chunks;

  @BeforeEach
  void open() throws IOException {
    file = FileChannel.open(directory.resolve("growing.jfr"), CREATE, READ, WRITE);
    chunks = JfrChunks.of(file, 2000, sizeBytes -> true);
  }

  @AfterEach
  void close() throws IOException {
    file.close();
  }

  @Test
  void next_ofAnEmptyFile_isNull() throws Exception {
    assertThat(chunks.next()).isNull();
  }

  @Test
  void next_skipsNoFinishedChunk_andStopsAtTheOpenOne() throws Exception {
    append(finished(SIZE, 1));
    append(finished(SIZE + 100, 2));
    append(openChunk());
    append(new byte[1000]);
    assertThat(chunks.next()).returns(0L, JfrChunk::offset).returns(SIZE, JfrChunk::sizeBytes);
    JfrChunk second = chunks.next();
    assertThat(second.offset()).isEqualTo(SIZE);
    assertThat(second.bytes().get(100)).isEqualTo((byte) 2);
    assertThat(chunks.next()).isNull();
    assertThat(chunks.position()).isEqualTo(2 * SIZE + 100);
  }

  @Test
  void next_returnsAChunkOnceItIsFinished() throws Exception {
    append(openChunk());
    append(new byte[SIZE - ChunkHeader.SIZE_BYTES]);
    assertThat(chunks.next()).isNull();
    file.write(ByteBuffer.wrap(finished(SIZE, 1)), 0);
    append(openChunk());
    assertThat(chunks.next()).returns(SIZE, JfrChunk::sizeBytes);
    assertThat(chunks.next()).isNull();
  }

  @Test
  void next_ofAChunkWhoseEndIsMissing_isNull() throws Exception {
    append(Arrays.copyOf(finished(SIZE, 1), SIZE - 1));
    assertThat(chunks.next()).isNull();
    append(new byte[1]);
    assertThat(chunks.next()).isNotNull();
  }

  @Test
  void next_ofBytesThatAreNoChunk_reportsThemOnce_andFindsTheNextChunk() throws Exception {
    append(finished(SIZE, 1));
    append(new byte[100_000]);
    append(finished(SIZE, 3));
    assertThat(chunks.next()).isNotNull();
    assertThatExceptionOfType(JfrException.class)
        .isThrownBy(chunks::next)
        .withMessage("recording is broken at byte 500: no chunk header of version 2")
        .returns(500L, JfrException::offset);
    assertThat(chunks.next()).returns(100_500L, JfrChunk::offset);
    assertThat(chunks.next()).isNull();
  }

  @Test
  void next_ofAChunkOverTheLimit_reportsIt_andGoesOnAfterIt() throws Exception {
    append(finished(2001, 1));
    append(finished(SIZE, 2));
    assertThatExceptionOfType(JfrException.class)
        .isThrownBy(chunks::next)
        .withMessageContaining("chunk is 2001 bytes, the limit is 2000");
    assertThat(chunks.next()).returns(2001L, JfrChunk::offset);
  }

  @Test
  void next_ofAChunkSmallerThanItsHeader_reportsIt() throws Exception {
    byte[] tiny = finished(SIZE, 1);
    ByteBuffer.wrap(tiny).putLong(8, -5);
    append(tiny);
    assertThatExceptionOfType(JfrException.class)
        .isThrownBy(chunks::next)
        .withMessageContaining("chunk is -5 bytes");
    assertThat(chunks.next()).isNull();
  }

  @Test
  void next_ofAChunkWithoutMemoryForIt_passesItOverAndCounts() throws Exception {
    JfrChunks few = JfrChunks.of(file, 2000, sizeBytes -> sizeBytes < 1000);
    append(finished(SIZE, 1));
    append(finished(1500, 2));
    append(finished(SIZE, 3));
    assertThat(few.next()).returns(0L, JfrChunk::offset);
    assertThat(few.next()).returns(SIZE + 1500L, JfrChunk::offset);
    assertThat(few.next()).isNull();
    assertThat(few.skippedChunks()).isEqualTo(1);
    assertThat(few.finishedChunks()).isEqualTo(3);
    assertThat(few.position()).isEqualTo(2 * SIZE + 1500);
  }

  @Test
  void next_afterWhatWasReadIsPunchedOut_goesOn() throws Exception {
    append(finished(SIZE, 1));
    assertThat(chunks.next()).isNotNull();
    file.write(ByteBuffer.allocate(SIZE), 0);
    append(finished(SIZE, 2));
    assertThat(chunks.next()).returns((long) SIZE, JfrChunk::offset);
  }

  @Test
  void next_ofALargeChunk_hasAllItsBytes() throws Exception {
    JfrChunks large = JfrChunks.of(file);
    append(finished(300_000, 7));
    JfrChunk chunk = large.next();
    assertThat(chunk.content().remaining()).isEqualTo(300_000);
    assertThat(chunk.content().get(299_999)).isEqualTo((byte) 7);
    assertThat(chunk.content().isReadOnly()).isTrue();
  }

  private void append(byte[] bytes) throws IOException {
    file.write(ByteBuffer.wrap(bytes), file.size());
  }

  private static byte[] openChunk() {
    return ByteBuffer.allocate(ChunkHeader.SIZE_BYTES)
        .putInt(ChunkHeader.MAGIC)
        .putInt(0x20000)
        .putLong(ChunkHeader.OPEN_CHUNK_SIZE)
        .array();
  }

  private static byte[] finished(int size, int fill) {
    byte[] chunk = new byte[size];
    Arrays.fill(chunk, ChunkHeader.SIZE_BYTES, size, (byte) fill);
    ByteBuffer.wrap(chunk)
        .putInt(ChunkHeader.MAGIC)
        .putInt(0x20000)
        .putLong(size)
        .putLong(200)
        .putLong(ChunkHeader.SIZE_BYTES);
    return chunk;
  }
}
