package dev.plumbline.jvm;

import dev.plumbline.kernel.ProcessMemory;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Looks again, all at once, at what the last round's samples were in: it is likely to be asked for
 * again, and one system call for all costs little more than one for each. What has changed is left
 * to whoever asks for it. Confined to the thread that reads the target.
 */
final class Rechecks {
  private static final int MAX_BYTES = 1 << 16;

  private final MemoryReader memory;
  private final long[] addresses = new long[ProcessMemory.MAX_PLACES];
  private final int[] lengths = new int[ProcessMemory.MAX_PLACES];
  private List<Sighting<?>> used = new ArrayList<>();
  private final List<Sighting<?>> asked = new ArrayList<>();
  private int round;

  Rechecks(MemoryReader memory) {
    this.memory = memory;
  }

  /** A sample of this round was in it. */
  void use(Sighting<?> sighting) {
    if (sighting.isFirstUseIn(round)) {
      used.add(sighting);
    }
  }

  /**
   * Begins a round.
   *
   * @param nowNanos the present, or a moment before
   */
  void startRound(long nowNanos) {
    List<Sighting<?>> ofLastRound = used;
    used = new ArrayList<>();
    round++;
    int places = 0;
    int length = 0;
    for (Sighting<?> sighting : ofLastRound) {
      Evidence evidence = sighting.evidence();
      if (evidence == null || sighting.isGone()) {
        continue;
      }
      if (places + evidence.places() > addresses.length || length + evidence.bytes() > MAX_BYTES) {
        look(places, length, nowNanos);
        places = 0;
        length = 0;
      }
      evidence.ask(addresses, lengths, places);
      asked.add(sighting);
      places += evidence.places();
      length += evidence.bytes();
    }
    look(places, length, nowNanos);
  }

  private void look(int places, int length, long nowNanos) {
    // Not kept: most JVMs of a host are idle most of the time.
    ByteBuffer bytes = ByteBuffer.allocate(length);
    try {
      int whole = places == 0 ? 0 : memory.readAll(addresses, lengths, places, bytes);
      int from = 0;
      for (Sighting<?> sighting : asked) {
        Evidence evidence = sighting.evidence();
        whole -= evidence == null ? 0 : evidence.places();
        if (evidence == null || whole < 0) {
          break;
        }
        if (evidence.matches(bytes, from)) {
          sighting.seenAgain(nowNanos);
        }
        from += evidence.bytes();
      }
    } catch (IOException ignored) {
      // the process has ended: who asks is told
    }
    asked.clear();
  }
}
