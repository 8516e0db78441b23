package dev.plumbline.kernel.btf;

import java.io.IOException;

/** The bytes are no BTF that we read, or a type in them cannot be what was asked for. */
public final class MalformedBtfException extends IOException {
  private static final long serialVersionUID = 1L;

  /** The message must name the type or field, what was expected and what was found. */
  public MalformedBtfException(String message) {
    super(message);
  }
}
