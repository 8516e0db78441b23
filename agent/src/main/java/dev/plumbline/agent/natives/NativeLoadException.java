package dev.plumbline.agent.natives;

/** The native part cannot be had in this JVM: there is no profiling. */
public final class NativeLoadException extends Exception {
  private static final long serialVersionUID = 1L;

  public NativeLoadException(String message) {
    super(message);
  }
}
