package dev.plumbline.agent.recording;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** The least that is a finished chunk: a header and nothing that could be decoded. */
public final class FakeChunk {
  public static final int SIZE_BYTES = 100;

  private static final int MAGIC = 0x464C5200;
  private static final int VERSION_2 = 0x20000;
  private static final int HEADER_BYTES = 68;

  private FakeChunk() {}

  public static void append(FileChannel file) throws IOException {
    ByteBuffer chunk = ByteBuffer.allocate(SIZE_BYTES);
    chunk.putInt(MAGIC).putInt(VERSION_2).putLong(SIZE_BYTES).putLong(HEADER_BYTES);
    chunk.putLong(HEADER_BYTES).rewind();
    file.write(chunk, file.size());
  }
}
