package dev.plumbline.profilefile;

import static java.util.Objects.requireNonNull;

import dev.plumbline.profile.Attributes;
import dev.plumbline.scrape.Pull;
import dev.plumbline.scrape.PullSource;
import dev.plumbline.scrape.ScrapeSchedule;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Section {@code file} of a receiver {@code pprof}. Immutable.
 *
 * @param timeout of one turn; zero for none
 * @param turns whether a turn takes what is new, or everything
 * @param afterSuccess what becomes of a file that was taken
 * @param attributes of each file's resource, beside those of the file itself
 */
public record FileSettings(
    Glob include,
    ScrapeSchedule schedule,
    Duration timeout,
    Turns turns,
    AfterSuccess afterSuccess,
    Attributes attributes)
    implements PullSource {
  public FileSettings {
    requireNonNull(include, "include");
    requireNonNull(schedule, "schedule");
    requireNonNull(timeout, "timeout");
    requireNonNull(turns, "turns");
    requireNonNull(afterSuccess, "afterSuccess");
    requireNonNull(attributes, "attributes");
  }

  /** What a turn takes. */
  public enum Turns {
    CHANGES,
    /** As the Collector does: every matching file, again and again. */
    EVERYTHING
  }

  /**
   * What becomes of a file that was taken. Immutable.
   *
   * @param directory that it is moved to; null for the other actions
   */
  public record AfterSuccess(Action action, @Nullable Path directory) {
    public static final AfterSuccess KEEP = new AfterSuccess(Action.KEEP, null);

    public AfterSuccess {
      requireNonNull(action, "action");
      if ((action == Action.MOVE) != (directory != null)) {
        throw new IllegalArgumentException("a directory belongs to MOVE, and MOVE needs one");
      }
    }

    /** The three actions. */
    public enum Action {
      KEEP,
      DELETE,
      MOVE
    }
  }

  @Override
  public List<Pull> open(Parts parts) {
    Path checkpoint =
        parts
            .stateDirectory()
            .resolve(parts.receiver().replaceAll("[^A-Za-z0-9_-]", "-") + ".taken");
    return List.of(
        new Pull(
            include.toString(),
            schedule,
            new FileScraper(this, checkpoint, parts.intake(), parts.clock())));
  }
}
