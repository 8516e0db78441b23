package dev.plumbline.store.dictionary;

import dev.plumbline.profile.BuildId;
import org.jspecify.annotations.Nullable;

/** The numbers that stand for the schemes of build ids in a file. */
final class BuildIdCode {
  static final long NONE = 0;

  private static final long GNU = 1;
  private static final long GO = 2;
  private static final long HTLHASH = 3;

  private BuildIdCode() {}

  static long of(@Nullable BuildId buildId) {
    if (buildId == null) {
      return NONE;
    }
    return switch (buildId.scheme()) {
      case GNU -> GNU;
      case GO -> GO;
      case HTLHASH -> HTLHASH;
    };
  }

  static BuildId.Scheme scheme(long code) throws CorruptSegmentException {
    if (code == GNU) {
      return BuildId.Scheme.GNU;
    }
    if (code == GO) {
      return BuildId.Scheme.GO;
    }
    if (code == HTLHASH) {
      return BuildId.Scheme.HTLHASH;
    }
    throw new CorruptSegmentException("a build id's scheme is " + code);
  }
}
