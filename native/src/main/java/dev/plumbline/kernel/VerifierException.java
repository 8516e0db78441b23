package dev.plumbline.kernel;

/**
 * The kernel did not accept a program. Carries the end of the verifier's log, where the reason is.
 */
public final class VerifierException extends SystemCallException {
  private static final long serialVersionUID = 1L;

  private final String program;
  private final String log;

  VerifierException(String program, int errno, String log) {
    super("load program " + program, errno, log.isEmpty() ? "" : "\n" + log);
    this.program = program;
    this.log = log;
  }

  /** Name of the program. */
  public String program() {
    return program;
  }

  /**
   * The last {@value BpfSystemCall#MAX_LOG_CHARS} characters of the log; empty if there is none.
   */
  public String log() {
    return log;
  }
}
