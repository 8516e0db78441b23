package dev.plumbline.output;

import dev.plumbline.profile.Frame;
import dev.plumbline.profile.Mapping;
import dev.plumbline.profile.StackTrace;

/**
 * Stack traces as Inspektor Gadget writes them (§4.2 of its study): leaf first, a semicolon and a
 * space after every frame. Stateless.
 */
public final class StackFormat {
  private static final String SEPARATOR = "; ";

  private StackFormat() {}

  /** Empty for an empty stack trace. */
  public static String text(StackTrace stackTrace) {
    StringBuilder text = new StringBuilder(stackTrace.depth() * 24);
    for (int i = 0; i < stackTrace.depth(); i++) {
      text.append(name(stackTrace.frame(i))).append(SEPARATOR);
    }
    return text.toString();
  }

  /** The function, else the file and the address in it. */
  static String name(Frame frame) {
    if (!frame.functionName().isEmpty()) {
      return frame.functionName();
    }
    Mapping mapping = frame.mapping();
    String file = mapping.fileName();
    return file.substring(file.lastIndexOf('/') + 1) + "+0x" + Long.toHexString(frame.address());
  }
}
