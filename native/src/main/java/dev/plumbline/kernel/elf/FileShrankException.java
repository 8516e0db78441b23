package dev.plumbline.kernel.elf;

import java.io.IOException;

/** A mapped file was truncated before it was read, or while it was. */
public final class FileShrankException extends IOException {
  private static final long serialVersionUID = 1L;

  FileShrankException(InternalError fault) {
    super("the file shrank under its mapping", fault);
  }
}
