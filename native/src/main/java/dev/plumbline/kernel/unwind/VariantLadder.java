package dev.plumbline.kernel.unwind;

import dev.plumbline.kernel.LockedMemory;
import dev.plumbline.kernel.SystemCallException;
import dev.plumbline.kernel.VerifierException;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Which variant of the programs is tried next after a kernel refused one. Confined to one thread;
 * used for one load.
 */
final class VariantLadder {
  private static final int E2BIG = 7;

  /** Fewest native frames of one program run before tables are given up. */
  static final int FEWEST_FRAMES = 4;

  /** Most halvings of maps for want of lockable memory. */
  static final int MOST_SHRINKING = 8;

  private final BooleanSupplier mayCreateMaps;
  private final BooleanSupplier liftLimit;
  private boolean isLifted;
  private @Nullable VerifierException refusal;

  /**
   * @param mayCreateMaps small ones, so that a refusal is about their size
   * @param liftLimit raises the limit of lockable memory; false if that is refused
   */
  VariantLadder(BooleanSupplier mayCreateMaps, BooleanSupplier liftLimit) {
    this.mayCreateMaps = mayCreateMaps;
    this.liftLimit = liftLimit;
  }

  static VariantLadder ofKernel(BooleanSupplier mayCreateMaps) {
    return new VariantLadder(mayCreateMaps, LockedMemory::lift);
  }

  /** What to try next; null if nothing is left. */
  @Nullable SamplerVariant after(SamplerVariant tried, VerifierException e) {
    if (e.log().contains("prealloc") && !tried.preallocated()) {
      return tried.withPreallocation();
    }
    refusal = e;
    if (isTooComplex(e) && tried.nativeFrames() > FEWEST_FRAMES) {
      return tried.withHalfTheFrames();
    }
    return isTooComplex(e) && !tried.framePointersOnly() ? tried.withFramePointersOnly() : null;
  }

  private static boolean isTooComplex(VerifierException e) {
    return e.errno() == E2BIG || e.log().contains("too large");
  }

  /**
   * Likewise; before 5.11 a refused map is one that the limit of lockable memory has no room for.
   */
  @Nullable SamplerVariant after(SamplerVariant tried, SystemCallException e) {
    if (!e.isDenied() || !mayCreateMaps.getAsBoolean() || tried.shrinkShift() >= MOST_SHRINKING) {
      return null;
    }
    if (!isLifted && liftLimit.getAsBoolean()) {
      isLifted = true;
      return tried;
    }
    return tried.withSmallerMaps();
  }

  /** The verifier's last refusal that a lesser variant went around; null if there was none. */
  @Nullable VerifierException refusal() {
    return refusal;
  }
}
