package dev.plumbline.kernel.unwind;

import java.io.IOException;

/** All table numbers are in use: remove the table that is used least, or do without. */
public final class TableSpaceException extends IOException {
  private static final long serialVersionUID = 1L;

  TableSpaceException(int limit) {
    super("all " + limit + " unwinding tables are in use");
  }
}
