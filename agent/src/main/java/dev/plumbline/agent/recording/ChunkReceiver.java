package dev.plumbline.agent.recording;

import dev.plumbline.jfr.chunk.JfrChunk;

/** Takes finished chunks, one at a time, on the thread {@code plumbline-agent}. */
public interface ChunkReceiver {
  /**
   * @param chunk its bytes are overwritten after the call returns
   * @throws BrokenRecordingException if it cannot be read: the recording has to be started anew
   */
  void accept(JfrChunk chunk) throws BrokenRecordingException;
}
