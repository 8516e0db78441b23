package dev.plumbline.agent.recording;

/** The profiler does not start in this JVM with these settings. */
public final class SessionException extends Exception {
  private static final long serialVersionUID = 1L;

  public SessionException(String message, Throwable cause) {
    super(message, cause);
  }
}
