package dev.plumbline.cli;

import static java.util.Objects.requireNonNull;

import dev.plumbline.config.Variables;
import dev.plumbline.output.NamedOutputStream;
import dev.plumbline.output.TerminalText;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;

/**
 * What surrounds a command: its streams, its variables, and whether a person reads. Passed in, so
 * that a test sees what a user sees. Immutable.
 *
 * @param out results; a reader that went away and a disk that is full are exceptions
 * @param err everything else, one line each
 */
record Console(OutputStream out, PrintStream err, Variables environment, boolean isTerminal) {
  /** Set by the launcher, since Java asks after standard input and output together. */
  private static final String TERMINAL = "plumbline.terminal";

  private static final int BUFFER_BYTES = 16 << 10;

  Console {
    requireNonNull(out, "out");
    requireNonNull(err, "err");
    requireNonNull(environment, "environment");
  }

  /** Not {@code System.out}, which swallows every failure. */
  static Console ofProcess() {
    OutputStream out =
        new NamedOutputStream("standard output", new FileOutputStream(FileDescriptor.out));
    return new Console(
        new BufferedOutputStream(out, BUFFER_BYTES),
        System.err,
        System.getenv()::get,
        Boolean.getBoolean(TERMINAL));
  }

  void warn(String line) {
    err.println("Warning: " + oneLine(line));
  }

  void error(String line) {
    err.println("Error: " + oneLine(line));
  }

  private static String oneLine(String text) {
    return TerminalText.of(text.replace('\n', ' '));
  }
}
