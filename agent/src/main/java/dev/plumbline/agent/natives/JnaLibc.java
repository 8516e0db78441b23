package dev.plumbline.agent.natives;

import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * libc through JNA, for Java 11 to 21. Needs JNA's library, hence a place to load it from. JNA's
 * own classes are touched by the constructor and not before. Thread-safe.
 */
final class JnaLibc implements Libc {
  /**
   * Unset, JNA starts {@code ldconfig}, a child of the application, to learn where libraries lie.
   * None is searched here, so it says so for a moment.
   */
  private static final String LIBRARY_PATH = "jna.platform.library.path";

  /** What JNA tells itself; the application's own JNA finds these as they were. */
  private static final List<String> PROPERTIES =
      List.of(LIBRARY_PATH, "jna.loaded", "jnidispatch.path");

  /**
   * @throws UnsatisfiedLinkError if JNA's library does not load, as on musl
   */
  JnaLibc() {
    Functions.register();
  }

  @Override
  public int memfdCreate(String name) throws IOException {
    int descriptor = Functions.memfd_create(name, LinuxConstants.MFD_CLOEXEC);
    if (descriptor < 0) {
      throw new IOException("memfd_create failed with errno " + Native.getLastError());
    }
    return descriptor;
  }

  @Override
  public void punchHole(int descriptor, long offset, long length) throws IOException {
    if (Functions.fallocate(descriptor, LinuxConstants.PUNCH_HOLE, offset, length) != 0) {
      throw new IOException("fallocate failed with errno " + Native.getLastError());
    }
  }

  @Override
  public void close(int descriptor) {
    Functions.close(descriptor);
  }

  /** Bound by name: the methods are called as libc calls its functions. */
  private static final class Functions {
    static void register() {
      Map<String, @Nullable String> before = new HashMap<>();
      for (String name : PROPERTIES) {
        before.put(name, System.getProperty(name));
      }
      System.setProperty(LIBRARY_PATH, "");
      try {
        Native.register(Functions.class, NativeLibrary.getProcess());
      } finally {
        before.forEach(Functions::restore);
      }
    }

    private static void restore(String name, @Nullable String value) {
      if (value == null) {
        System.clearProperty(name);
      } else {
        System.setProperty(name, value);
      }
    }

    static native int memfd_create(String name, int flags);

    static native int fallocate(int descriptor, int mode, long offset, long length);

    static native int close(int descriptor);
  }
}
