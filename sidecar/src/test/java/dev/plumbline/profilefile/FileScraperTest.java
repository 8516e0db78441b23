package dev.plumbline.profilefile;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.plumbline.listen.LargerThanHeapException;
import dev.plumbline.profile.Attributes;
import dev.plumbline.profile.Profile;
import dev.plumbline.profile.Scope;
import dev.plumbline.profilefile.FileSettings.AfterSuccess;
import dev.plumbline.profilefile.FileSettings.Turns;
import dev.plumbline.receive.PprofIntake;
import dev.plumbline.receive.ReceiverCounts;
import dev.plumbline.scrape.ScrapeException;
import dev.plumbline.scrape.ScrapeResult;
import dev.plumbline.scrape.ScrapeSchedule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileScraperTest {
  private static final Instant NOW = Instant.parse("2026-05-01T12:00:00Z");
  private static final Instant LONG_AGO = NOW.minusSeconds(600);

  @TempDir Path directory;

  private final List<Profile> taken = new ArrayList<>();
  private boolean hasRoom = true;
  private FileScraper scraper;

  private boolean isTooLarge;

  @BeforeEach
  void start() throws IOException {
    Files.createDirectories(directory.resolve("in"));
    restart(Turns.CHANGES, AfterSuccess.KEEP);
  }

  /** A new process with the checkpoint of the one before. */
  private void restart(Turns turns, AfterSuccess after) {
    FileSettings settings =
        new FileSettings(
            Glob.parse("in/**/*.pprof", directory),
            new ScrapeSchedule(Duration.ofSeconds(10), Duration.ZERO),
            Duration.ZERO,
            turns,
            after,
            Attributes.EMPTY);
    PprofIntake intake =
        new PprofIntake(
            profiles -> {
              if (isTooLarge) {
                LargerThanHeapException.check(Long.MAX_VALUE);
              }
              if (hasRoom) {
                taken.addAll(profiles.window().profiles());
              }
              return hasRoom;
            },
            new ReceiverCounts("pprof/file", Clock.systemUTC()),
            Scope.of("plumbline", "1"));
    scraper =
        new FileScraper(
            settings, directory.resolve("taken"), intake, Clock.fixed(NOW, ZoneOffset.UTC));
  }

  /** An old text profile of that many goroutines; it says no time. */
  private Path write(String name, int count, Instant modified) throws IOException {
    Path file = directory.resolve("in").resolve(name);
    Files.createDirectories(file.getParent());
    Files.write(
        file, ("goroutine profile: total " + count + "\n" + count + " @ 0x10\n").getBytes(UTF_8));
    Files.setLastModifiedTime(file, FileTime.from(modified));
    return file;
  }

  private List<Long> turn() throws Exception {
    taken.clear();
    scraper.scrape();
    return taken.stream().map(each -> each.samples().get(0).value()).toList();
  }

  /** Case RC-04: a profile that says no time is of its file's. */
  @Test
  void file_isTakenOnce_withItsNameAndTime() throws Exception {
    Path file = write("a/one.pprof", 1, LONG_AGO);
    assertThat(turn()).containsExactly(1L);
    Profile profile = taken.get(0);
    Attributes attributes = profile.resource().attributes();
    assertThat(attributes.string("file.name")).isEqualTo("one.pprof");
    assertThat(attributes.string("file.path")).isEqualTo(file.toString());
    assertThat(attributes.string("file.modified")).isEqualTo("2026-05-01T11:50:00Z");
    long end = profile.startUnixNanos() + profile.durationNanos();
    assertThat(end).isEqualTo(LONG_AGO.getEpochSecond() * 1_000_000_000L);
    assertThat(turn()).isEmpty();
  }

  /** Whatever the turn, it would not fit: those after it are not kept waiting. */
  @Test
  void fileThatIsMoreThanTheHeapHolds_isToldOnce() throws Exception {
    write("one.pprof", 1, LONG_AGO);
    isTooLarge = true;
    assertThatThrownBy(this::turn)
        .isInstanceOf(ScrapeException.class)
        .hasMessageContaining("one.pprof: what is in it takes");
    isTooLarge = false;
    write("two.pprof", 2, LONG_AGO);
    assertThat(turn()).containsExactly(2L);
  }

  @Test
  void checkpoint_outlivesTheProcess() throws Exception {
    write("one.pprof", 1, LONG_AGO);
    write("with blank é.pprof", 2, LONG_AGO);
    assertThat(turn()).hasSize(2);
    restart(Turns.CHANGES, AfterSuccess.KEEP);
    write("three.pprof", 3, LONG_AGO);
    assertThat(turn()).containsExactly(3L);
  }

  @Test
  void change_isOfContent_notOfNameOrTime() throws Exception {
    Path file = write("one.pprof", 1, LONG_AGO);
    assertThat(turn()).containsExactly(1L);
    Files.setLastModifiedTime(file, FileTime.from(LONG_AGO.plusSeconds(60)));
    assertThat(turn()).isEmpty();
    Files.move(file, directory.resolve("in/renamed.pprof"));
    assertThat(turn()).isEmpty();
    write("renamed.pprof", 5, LONG_AGO.plusSeconds(120));
    assertThat(turn()).containsExactly(5L);
  }

  @Test
  void everyInterval_takesAllAgain() throws Exception {
    restart(Turns.EVERYTHING, AfterSuccess.KEEP);
    write("one.pprof", 1, LONG_AGO);
    assertThat(turn()).containsExactly(1L);
    assertThat(turn()).containsExactly(1L);
  }

  @Test
  void fileBeingWritten_waits_untilItStaysTheSame() throws Exception {
    write("one.pprof", 1, NOW.minusSeconds(1));
    assertThat(turn()).isEmpty();
    write("one.pprof", 22, NOW.minusMillis(500));
    assertThat(turn()).isEmpty();
    assertThat(turn()).containsExactly(22L);
    assertThat(turn()).isEmpty();
  }

  @Test
  void brokenFile_isToldOnce_andTheOthersAreTaken_andItIsReadAgainWhenItChanges() throws Exception {
    Path broken = directory.resolve("in/broken.pprof");
    Files.write(broken, new byte[] {1, 2, 3});
    Files.setLastModifiedTime(broken, FileTime.from(LONG_AGO));
    write("one.pprof", 1, LONG_AGO);
    ScrapeException partial = catchThrowableOfType(ScrapeException.class, this::turn);
    assertThat(partial.result()).isEqualTo(ScrapeResult.PARTIAL);
    assertThat(partial).hasMessageContaining("1 files").hasMessageContaining("broken.pprof");
    assertThat(taken).hasSize(1);
    assertThat(turn()).isEmpty();
    write("broken.pprof", 9, LONG_AGO.plusSeconds(1));
    assertThat(turn()).containsExactly(9L);
  }

  @Test
  void fullQueue_leavesTheFileForTheNextTurn() throws Exception {
    write("one.pprof", 1, LONG_AGO);
    hasRoom = false;
    ScrapeException full = catchThrowableOfType(ScrapeException.class, this::turn);
    assertThat(full.result()).isEqualTo(ScrapeResult.QUEUE);
    hasRoom = true;
    assertThat(turn()).containsExactly(1L);
  }

  @Test
  void afterSuccess_deletesOrMoves_whatWasTaken_andNothingElse() throws Exception {
    restart(Turns.CHANGES, new AfterSuccess(AfterSuccess.Action.DELETE, null));
    Path one = write("one.pprof", 1, LONG_AGO);
    Path broken = directory.resolve("in/broken.pprof");
    Files.write(broken, new byte[] {1, 2, 3});
    Files.setLastModifiedTime(broken, FileTime.from(LONG_AGO));
    assertThat(catchThrowableOfType(ScrapeException.class, this::turn)).isNotNull();
    assertThat(one).doesNotExist();
    assertThat(broken).exists();
    Files.delete(broken);

    Path done = directory.resolve("done");
    restart(Turns.CHANGES, new AfterSuccess(AfterSuccess.Action.MOVE, done));
    write("one.pprof", 2, LONG_AGO);
    assertThat(turn()).containsExactly(2L);
    write("one.pprof", 3, LONG_AGO.plusSeconds(1));
    assertThat(turn()).containsExactly(3L);
    assertThat(done.resolve("one.pprof")).exists();
    assertThat(done.resolve("one.pprof.1")).exists();
    assertThat(directory.resolve("in/one.pprof")).doesNotExist();
  }

  @Test
  void brokenCheckpoint_isAFaultThatIsTold_andNothingIsTakenTwice() throws Exception {
    Files.writeString(directory.resolve("taken"), "something else\n");
    write("one.pprof", 1, LONG_AGO);
    ScrapeException fault = catchThrowableOfType(ScrapeException.class, this::turn);
    assertThat(fault.result()).isEqualTo(ScrapeResult.FAULT);
    assertThat(fault).hasMessageContaining("begins \"something else\"");
    assertThat(taken).isEmpty();
  }
}
