package dev.plumbline.serve.machine;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Sees that files changed, whatever was swapped to change them: the file, a link to it, a directory
 * above it. It looks at what the path leads to each time and compares the content, so it needs no
 * watches, which can be exhausted. A change counts when two looks in a row have seen the same: a
 * file that is just being written is not read by halves. Confined to the daemon's thread, but for
 * {@link #wish}.
 */
public final class ConfigWatch {
  private static final int MAX_BYTES = 4 << 20;

  private final @Nullable Path config;
  private final AtomicBoolean isWished = new AtomicBoolean();
  private Map<Path, ByteBuffer> seen = new LinkedHashMap<>();
  private Map<Path, ByteBuffer> lastLook = Map.of();

  /**
   * Takes the file as it is now for seen.
   *
   * @param config null for none
   */
  public ConfigWatch(@Nullable Path config) {
    this.config = config;
    watch(List.of());
  }

  /**
   * Further files that count, such as certificates, in place of earlier ones. New ones are taken
   * for seen as they are now, so they are read after this; of all others a change that {@link
   * #hasChanged} has not told yet is not forgotten.
   */
  public void watch(Collection<Path> files) {
    Map<Path, ByteBuffer> now = new LinkedHashMap<>();
    if (config != null) {
      now.put(config, known(config));
    }
    files.forEach(file -> now.put(file, known(file)));
    seen = now;
  }

  private ByteBuffer known(Path file) {
    ByteBuffer known = seen.get(file);
    return known == null ? fingerprint(file) : known;
  }

  /** The next look counts as a change, as SIGHUP wants it. Any thread. */
  public void wish() {
    isWished.set(true);
  }

  /** Looks; whether there is a change that was not told yet, and is wished for or settled. */
  public boolean hasChanged() {
    Map<Path, ByteBuffer> now = new LinkedHashMap<>();
    seen.keySet().forEach(file -> now.put(file, fingerprint(file)));
    boolean isSettled = now.equals(lastLook);
    lastLook = Map.copyOf(now);
    if (!isWished.getAndSet(false) && (now.equals(seen) || !isSettled)) {
      return false;
    }
    seen = now;
    return true;
  }

  private static ByteBuffer fingerprint(Path file) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      add(digest, file);
      return ByteBuffer.wrap(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void add(MessageDigest digest, Path file) {
    try {
      if (Files.size(file) <= MAX_BYTES) {
        digest.update(Files.readAllBytes(file));
      }
    } catch (NoSuchFileException e) {
      digest.update((byte) 0);
    } catch (IOException e) {
      digest.update(e.getClass().getName().getBytes(StandardCharsets.UTF_8));
    }
    digest.update((byte) 1);
  }
}
