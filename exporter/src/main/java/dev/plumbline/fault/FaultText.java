package dev.plumbline.fault;

import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.net.UnknownHostException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.NotLinkException;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Words for what failed. The JDK says what is wrong with a file by the class of the exception,
 * whose message is the file alone, and of much else it says nothing. A fault of ours keeps the name
 * of its class, for whoever looks for it. Stateless.
 */
public final class FaultText {
  private static final String OURS = "dev.plumbline.";
  private static final int MAX_WRAPPERS = 16;

  private static final Map<Class<?>, String> OF_FILES =
      Map.of(
          NoSuchFileException.class, "no such file",
          AccessDeniedException.class, "permission denied",
          FileAlreadyExistsException.class, "the file exists already",
          NotDirectoryException.class, "no directory",
          DirectoryNotEmptyException.class, "the directory is not empty",
          FileSystemLoopException.class, "symbolic links in a circle",
          NotLinkException.class, "no symbolic link");

  private FaultText() {}

  /** With the file that it is about, where it is about one. */
  public static String of(Throwable fault) {
    Throwable inner = unwrapped(fault);
    String reason = reasonOf(inner);
    String file =
        inner instanceof FileSystemException ? ((FileSystemException) inner).getFile() : null;
    return file == null ? reason : reason + ": " + file;
  }

  /** Where the file has been named. */
  public static String reason(Throwable fault) {
    return reasonOf(unwrapped(fault));
  }

  /** Where what was read, or a library, explains a runtime exception, and no fault of ours does. */
  public static String ofForeign(Throwable fault) {
    Throwable inner = unwrapped(fault);
    return isOfOurs(inner) && !(inner instanceof OutOfMemoryError) ? said(inner) : of(inner);
  }

  private static Throwable unwrapped(Throwable fault) {
    Throwable inner = fault;
    for (int i = 0; i < MAX_WRAPPERS && isWrapper(inner); i++) {
      Throwable cause = inner.getCause();
      if (cause == null) {
        return inner;
      }
      inner = cause;
    }
    return inner;
  }

  private static boolean isWrapper(Throwable fault) {
    return fault instanceof UncheckedIOException
        || fault instanceof ExecutionException
        || fault instanceof CompletionException
        || fault instanceof InvocationTargetException;
  }

  private static String reasonOf(Throwable fault) {
    if (fault instanceof FileSystemException) {
      return ofFile((FileSystemException) fault);
    }
    String message = fault.getMessage();
    if (fault instanceof CharacterCodingException) {
      return "no UTF-8 text";
    }
    if (fault instanceof EOFException && message == null) {
      return "it ends too early";
    }
    if (fault instanceof UnknownHostException) {
      return "no address for " + message;
    }
    if (fault instanceof OutOfMemoryError) {
      return "no memory: " + message;
    }
    if (isOfOurs(fault)) {
      return "internal error: " + fault;
    }
    return said(fault);
  }

  private static String said(Throwable fault) {
    String message = fault.getMessage();
    return message == null || message.isBlank() ? words(fault.getClass()) : message;
  }

  /** What no input and no machine explains. */
  private static boolean isOfOurs(Throwable fault) {
    return (fault instanceof RuntimeException || fault instanceof Error)
        && !fault.getClass().getName().startsWith(OURS);
  }

  private static String ofFile(FileSystemException fault) {
    String words = OF_FILES.get(fault.getClass());
    if (words != null) {
      return words;
    }
    @Nullable String reason = fault.getReason();
    return reason == null ? words(fault.getClass()) : reason;
  }

  /** Of {@code ClosedChannelException}: closed channel. */
  private static String words(Class<?> type) {
    if (type == IOException.class) {
      return "input or output failed";
    }
    return type.getSimpleName()
        .replaceFirst("(?<=.)(Exception|Error)$", "")
        .replaceAll("(?<=[a-z])(?=[A-Z])", " ")
        .toLowerCase(Locale.ROOT);
  }
}
