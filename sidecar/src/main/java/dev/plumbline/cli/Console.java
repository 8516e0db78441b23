package dev.plumbline.cli;

import static java.util.Objects.requireNonNull;

import dev.plumbline.config.Variables;
import java.io.OutputStream;
import java.io.PrintStream;

/**
 * What surrounds a command: its streams, its variables, and whether a person reads. Passed in, so
 * that a test sees what a user sees. Immutable.
 *
 * @param out results
 * @param err everything else, one line each
 */
record Console(OutputStream out, PrintStream err, Variables environment, boolean isTerminal) {
  /** Set by the launcher, since Java asks after standard input and output together. */
  private static final String TERMINAL = "plumbline.terminal";

  Console {
    requireNonNull(out, "out");
    requireNonNull(err, "err");
    requireNonNull(environment, "environment");
  }

  static Console ofProcess() {
    return new Console(System.out, System.err, System.getenv()::get, Boolean.getBoolean(TERMINAL));
  }

  void warn(String line) {
    err.println("Warning: " + line);
  }

  void error(String line) {
    err.println("Error: " + line);
  }
}
