package dev.plumbline.kernel;

import java.nio.ByteBuffer;

/**
 * Gives back the pages of a mapped file behind whoever reads it from its beginning to its end:
 * large files are not in memory as a whole, whatever the steps are. Confined to one thread.
 */
public final class ReadBehind {
  private static final int STEP_BYTES = 1 << 20;

  private final ByteBuffer file;
  private int dropped;

  public ReadBehind(ByteBuffer file) {
    this.file = file;
  }

  /** What lies before a position was read; what is read again comes from the file again. */
  public void at(int position) {
    if (position < dropped) {
      dropped = position;
    } else if (position - dropped >= STEP_BYTES) {
      MappedPages.drop(file.slice(dropped, position - dropped));
      dropped = position;
    }
  }
}
