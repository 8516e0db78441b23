package dev.plumbline.unwind;

import java.io.IOException;

/** A file has more rows than the memory for tables allows, or more functions than any file. */
public final class RowLimitException extends IOException {
  private static final long serialVersionUID = 1L;

  RowLimitException(int limit, String what) {
    super("more than " + limit + " " + what);
  }
}
