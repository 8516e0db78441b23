package dev.plumbline.page;

import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What browsers have instead of the token: a random word each, good for some hours, until it is
 * ended, or until the page is opened anew. Thread-safe.
 */
final class Sessions {
  static final Duration LIFE = Duration.ofHours(12);

  /** Above it the oldest ends: whoever has the token can begin as many as they like. */
  static final int MAX_SESSIONS = 1_000;

  private static final int WORD_BYTES = 32;

  private final SecureRandom random = new SecureRandom();
  private final Clock clock;
  private final Object lock = new Object();
  private final Map<String, Long> endMillis = new LinkedHashMap<>();

  Sessions(Clock clock) {
    this.clock = clock;
  }

  /** The word of a new one. */
  String begin() {
    byte[] bytes = new byte[WORD_BYTES];
    random.nextBytes(bytes);
    String word = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    synchronized (lock) {
      Iterator<Long> oldestFirst = endMillis.values().iterator();
      while (oldestFirst.hasNext()
          && (oldestFirst.next() <= clock.millis() || endMillis.size() >= MAX_SESSIONS)) {
        oldestFirst.remove();
      }
      endMillis.put(word, clock.millis() + LIFE.toMillis());
    }
    return word;
  }

  boolean isValid(String word) {
    synchronized (lock) {
      Long end = endMillis.get(word);
      return end != null && clock.millis() < end;
    }
  }

  void end(String word) {
    synchronized (lock) {
      endMillis.remove(word);
    }
  }
}
