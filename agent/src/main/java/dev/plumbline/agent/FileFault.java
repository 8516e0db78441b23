package dev.plumbline.agent;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** Why a file of the user cannot be written, for people. Stateless. */
final class FileFault {
  private FileFault() {}

  static String reason(IOException e) {
    if (e instanceof NoSuchFileException) {
      return "its directory does not exist";
    }
    if (e instanceof AccessDeniedException) {
      return "permission denied";
    }
    String reason = e instanceof FileSystemException ? ((FileSystemException) e).getReason() : null;
    return reason == null ? String.valueOf(e.getMessage()) : reason;
  }
}
