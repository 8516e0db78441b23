package dev.plumbline.serve;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Sees that files changed, whatever was swapped to change them: the file, a link to it, a directory
 * above it. It looks at what the path leads to each time and compares the content, so it needs no
 * watches, which can be exhausted. Confined to the daemon's thread.
 */
public final class ConfigWatch {
  private static final int MAX_BYTES = 4 << 20;

  private final @Nullable Path config;
  private final Set<Path> others = new LinkedHashSet<>();
  private ByteBuffer seen;

  /**
   * Takes the files as they are now for seen.
   *
   * @param config null for none
   */
  public ConfigWatch(@Nullable Path config) {
    this.config = config;
    this.seen = fingerprint();
  }

  /** Further files that count, such as certificates; in place of earlier ones, as seen now. */
  public void watch(Collection<Path> files) {
    others.clear();
    others.addAll(files);
    seen = fingerprint();
  }

  /** Whether anything has changed since the last call. */
  public boolean hasChanged() {
    ByteBuffer now = fingerprint();
    boolean hasChanged = !now.equals(seen);
    seen = now;
    return hasChanged;
  }

  private ByteBuffer fingerprint() {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      if (config != null) {
        add(digest, config);
      }
      others.forEach(file -> add(digest, file));
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
