package dev.plumbline.listen.guard;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.plumbline.listen.Guard;
import dev.plumbline.listen.RefusedException;
import dev.plumbline.listen.Request;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Lets in who brings a key: in {@code Authorization}, bare, as a bearer token or as the password of
 * {@code groundcover}; or in {@code apikey} or {@code token}. No key, or one that was never valid,
 * is 401; one that was valid and is no longer is 403. While not all keys can be read, one that is
 * not among the others is 503: it may be valid. Keys are compared by their digests, so the time
 * that takes tells nothing of them. Thread-safe.
 */
public final class IngestionKeys implements Guard {
  private static final int MAX_REMEMBERED = 10_000;
  private static final String BEARER = "bearer ";
  private static final String BASIC = "basic ";
  private static final String USER = "groundcover:";

  private final Supplier<Valid> keys;
  private final Object lock = new Object();
  private final Set<ByteBuffer> everValid = new HashSet<>();

  /**
   * Reads the keys once.
   *
   * @param keys that are valid now; asked for each request, so that a change counts at once
   */
  public IngestionKeys(Supplier<Valid> keys) {
    this.keys = keys;
    digests(keys.get());
  }

  /**
   * Keys that are valid now. Immutable.
   *
   * @param isComplete whether these are all
   */
  public record Valid(List<String> keys, boolean isComplete) {
    public Valid {
      keys = List.copyOf(keys);
    }
  }

  @Override
  public void check(Request request) throws RefusedException {
    Valid now = keys.get();
    Set<ByteBuffer> valid = digests(now);
    boolean wasValid = false;
    List<String> candidates = candidates(request);
    for (String candidate : candidates) {
      ByteBuffer digest = digest(candidate);
      if (valid.contains(digest)) {
        return;
      }
      synchronized (lock) {
        wasValid |= everValid.contains(digest);
      }
    }
    if (candidates.isEmpty()) {
      throw new RefusedException(
          401, "credentials", "an ingestion key is needed, in Authorization, apikey or token");
    }
    if (!now.isComplete()) {
      throw new RefusedException(503, "keys_unreadable", "not all ingestion keys can be read now");
    }
    if (wasValid) {
      throw new RefusedException(403, "revoked_key", "the ingestion key is no longer valid");
    }
    throw new RefusedException(401, "credentials", "the ingestion key is not known");
  }

  private Set<ByteBuffer> digests(Valid now) {
    Set<ByteBuffer> valid = new HashSet<>();
    for (String key : now.keys()) {
      valid.add(digest(key));
    }
    synchronized (lock) {
      if (everValid.size() < MAX_REMEMBERED) {
        everValid.addAll(valid);
      }
    }
    return valid;
  }

  private static List<String> candidates(Request request) {
    List<String> candidates = new ArrayList<>();
    add(candidates, request.header("apikey"));
    add(candidates, request.header("token"));
    String authorization = request.header("authorization");
    if (authorization == null) {
      return candidates;
    }
    String lower = authorization.toLowerCase(Locale.ROOT);
    if (lower.startsWith(BEARER)) {
      add(candidates, authorization.substring(BEARER.length()));
    } else if (lower.startsWith(BASIC)) {
      add(candidates, password(authorization));
    } else {
      add(candidates, authorization);
    }
    return candidates;
  }

  private static void add(List<String> candidates, @Nullable String candidate) {
    if (candidate != null && !candidate.isBlank()) {
      candidates.add(candidate.strip());
    }
  }

  /** Null for another user, or what is no Base64. */
  private static @Nullable String password(String authorization) {
    String text = BasicCredentials.in(authorization);
    return text != null && text.startsWith(USER) ? text.substring(USER.length()) : null;
  }

  private static ByteBuffer digest(String key) {
    try {
      return ByteBuffer.wrap(MessageDigest.getInstance("SHA-256").digest(key.getBytes(UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
