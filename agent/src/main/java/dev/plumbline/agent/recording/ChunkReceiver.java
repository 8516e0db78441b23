package dev.plumbline.agent.recording;

import java.nio.ByteBuffer;

/** Takes finished chunks, one at a time, on the thread {@code plumbline-agent}. */
public interface ChunkReceiver {
  /**
   * @param chunk one whole chunk, from position 0 to the limit; its bytes are overwritten after the
   *     call returns
   * @throws BrokenRecordingException if it cannot be read: the recording has to be started anew
   */
  void accept(ByteBuffer chunk) throws BrokenRecordingException;
}
