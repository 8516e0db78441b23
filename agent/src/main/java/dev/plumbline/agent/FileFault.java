package dev.plumbline.agent;

import dev.plumbline.fault.FaultText;
import java.io.IOException;
import java.nio.file.NoSuchFileException;

/** Why a file of the user cannot be written, for people. Stateless. */
final class FileFault {
  private FileFault() {}

  static String reason(IOException e) {
    if (e instanceof NoSuchFileException) {
      return "its directory does not exist";
    }
    return FaultText.reason(e);
  }
}
