package dev.plumbline.kernel;

import java.lang.ref.Reference;
import java.nio.ByteBuffer;

/**
 * The limit against which kernels before 5.11 charge maps. Later ones charge the memory cgroup, and
 * nothing depends on this call, which many containers refuse.
 */
public final class LockedMemory {
  private static final int RESOURCE = 8;

  private LockedMemory() {}

  /** Lifts the limit; false where that is not allowed. */
  public static boolean lift() {
    ByteBuffer limits = BpfSystemCall.buffer(16).putLong(0, -1).putLong(8, -1);
    try {
      return Libc.setLimit(RESOURCE, BpfSystemCall.addressOf(limits)) == 0;
    } finally {
      Reference.reachabilityFence(limits);
    }
  }
}
