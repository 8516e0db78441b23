package dev.plumbline.jvm;

import org.jspecify.annotations.Nullable;

/**
 * What stood at an address, and when. Memory of code and of classes is used again, so an answer
 * holds only for samples taken before it was last checked. Times are CLOCK_MONOTONIC, as in
 * samples. Confined to one thread.
 *
 * <p>Seen after the sample was taken, the value is the answer. Found to be gone or to be something
 * else, it is not: even if nothing stands there now, something else may have stood there meanwhile.
 */
final class Sighting<V> {
  /** Earlier than any sample. */
  static final long NEVER = Long.MIN_VALUE;

  private final V value;
  private final long ambiguousUntil;
  private long seenUntil;
  private long goneUntil = NEVER;
  private @Nullable Evidence evidence;
  private int usedRound = -1;

  private Sighting(V value, long nowNanos, long ambiguousUntil) {
    this.value = value;
    this.seenUntil = nowNanos;
    this.ambiguousUntil = ambiguousUntil;
  }

  /** Seen at an address of which nothing was known. */
  static <V> Sighting<V> first(V value, long nowNanos) {
    return new Sighting<>(value, nowNanos, NEVER);
  }

  /** Seen where something else, or nothing, was seen before. */
  Sighting<V> replacedBy(V other, long nowNanos) {
    return new Sighting<>(other, nowNanos, isGone() ? goneUntil : nowNanos);
  }

  V value() {
    return value;
  }

  /** A sample of that time needs no look at the process. */
  boolean isKnownFor(long sampleNanos) {
    return sampleNanos <= Math.max(seenUntil, goneUntil);
  }

  /** What stood there at that time cannot be told. */
  boolean isAmbiguousFor(long sampleNanos) {
    return sampleNanos <= ambiguousUntil || (isGone() && sampleNanos > seenUntil);
  }

  /** It was found gone; nothing has been seen there since. */
  boolean isGone() {
    return goneUntil != NEVER;
  }

  void seenAgain(long nowNanos) {
    seenUntil = nowNanos;
  }

  void foundGone(long nowNanos) {
    goneUntil = nowNanos;
  }

  /** What to look at again; null if nothing is known that suffices. */
  @Nullable Evidence evidence() {
    return evidence;
  }

  void setEvidence(@Nullable Evidence suffices) {
    evidence = suffices;
  }

  /** Notes the use in a round; false when it has been noted before. */
  boolean isFirstUseIn(int round) {
    boolean isFirst = usedRound != round;
    usedRound = round;
    return isFirst;
  }
}
