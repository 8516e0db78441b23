package dev.plumbline.kernel.elf;

import java.io.IOException;

/** The bytes are no ELF file that we read; the message names the field and what it holds. */
public final class MalformedElfException extends IOException {
  private static final long serialVersionUID = 1L;

  /** The message must say which file, which field, what was expected and what was found. */
  public MalformedElfException(String message) {
    super(message);
  }
}
