package dev.plumbline.agent.recording;

/** The recording's file holds no readable chunk where one must be: it has to be started anew. */
public final class BrokenRecordingException extends Exception {
  private static final long serialVersionUID = 1L;

  public BrokenRecordingException(String message) {
    super(message);
  }
}
