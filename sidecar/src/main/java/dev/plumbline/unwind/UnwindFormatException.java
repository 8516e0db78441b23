package dev.plumbline.unwind;

import java.io.IOException;

/** Unwinding data of a file contradict themselves or exceed a limit; the message says where. */
public final class UnwindFormatException extends IOException {
  private static final long serialVersionUID = 1L;

  UnwindFormatException(String message) {
    super(message);
  }
}
