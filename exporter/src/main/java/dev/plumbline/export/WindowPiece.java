package dev.plumbline.export;

import dev.plumbline.profile.Profile;
import dev.plumbline.profile.ProfileWindow;
import dev.plumbline.profile.Sample;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A window, or a part of one that is larger than a queue may be, with the memory that it keeps.
 * Immutable.
 */
public final class WindowPiece {
  /**
   * A window that is cut becomes pieces of this share of the queue at most, so that a queue that
   * cannot hold all of them gives up a small one.
   */
  private static final int SHARES_OF_QUEUE = 4;

  private final ProfileWindow window;
  private final long bytes;

  private WindowPiece(ProfileWindow window, long bytes) {
    this.window = window;
    this.bytes = bytes;
  }

  /**
   * The window in one piece if it fits a queue of that size, else in several with its samples in
   * their order. A sample that is larger than a share stands alone.
   *
   * @param windowBytes the estimate for the window
   */
  static List<WindowPiece> of(ProfileWindow window, long windowBytes, long maxQueueBytes) {
    return windowBytes <= maxQueueBytes
        ? Collections.singletonList(new WindowPiece(window, windowBytes))
        : cut(window, maxQueueBytes / SHARES_OF_QUEUE);
  }

  /** The window in pieces of at most that size, with its samples in their order. */
  public static List<WindowPiece> cut(ProfileWindow window, long maxPieceBytes) {
    return new Cutter(maxPieceBytes).cut(window);
  }

  public ProfileWindow window() {
    return window;
  }

  /** As {@link WindowSize} estimates them; what pieces share counts in each. */
  public long bytes() {
    return bytes;
  }

  /** Confined to one call. */
  private static final class Cutter {
    private final long maxBytes;
    private final List<WindowPiece> pieces = new ArrayList<>();
    private final List<Profile> profiles = new ArrayList<>();
    private final List<Sample> samples = new ArrayList<>();
    private WindowSize size = new WindowSize();

    /** Of the profiles and samples that wait for their piece. */
    private long heldBytes;

    Cutter(long maxBytes) {
      this.maxBytes = maxBytes;
    }

    List<WindowPiece> cut(ProfileWindow window) {
      for (Profile profile : window.profiles()) {
        size.addHead(profile);
        for (Sample sample : profile.samples()) {
          size.add(sample);
          if (size.bytes() > maxBytes && !(profiles.isEmpty() && samples.isEmpty())) {
            endProfile(profile);
            endPiece();
            size.addHead(profile);
            size.add(sample);
          }
          samples.add(sample);
          heldBytes = size.bytes();
        }
        endProfile(profile);
      }
      endPiece();
      return pieces;
    }

    private void endProfile(Profile profile) {
      if (!samples.isEmpty()) {
        profiles.add(profile.withSamples(samples));
        samples.clear();
      }
    }

    private void endPiece() {
      pieces.add(new WindowPiece(ProfileWindow.of(profiles), heldBytes));
      profiles.clear();
      size = new WindowSize();
    }
  }
}
