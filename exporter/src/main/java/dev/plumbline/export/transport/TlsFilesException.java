package dev.plumbline.export.transport;

/** A certificate or key file cannot be used now; once it has been mended it is read again. */
public final class TlsFilesException extends Exception {
  private static final long serialVersionUID = 1L;

  TlsFilesException(String message, Throwable cause) {
    super(message, cause);
  }
}
