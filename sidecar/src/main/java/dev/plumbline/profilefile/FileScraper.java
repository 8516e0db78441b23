package dev.plumbline.profilefile;

import dev.plumbline.fault.FaultText;
import dev.plumbline.format.PushedProfileReader;
import dev.plumbline.listen.LargerThanHeapException;
import dev.plumbline.pprof.PprofLimits;
import dev.plumbline.pprof.PprofProfile;
import dev.plumbline.profile.Attribute;
import dev.plumbline.profile.Attributes;
import dev.plumbline.profile.Resource;
import dev.plumbline.receive.PprofIntake;
import dev.plumbline.scrape.ScrapeException;
import dev.plumbline.scrape.ScrapeResult;
import dev.plumbline.scrape.Scraper;
import dev.plumbline.wire.InputException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Takes the files that match. One is new if no file of its inode, size and time was taken, and none
 * of its content at its path; one that has changed within the last moments waits until it stays the
 * same from one turn to the next. Confined to its loop.
 */
final class FileScraper implements Scraper {
  /** A file that has not changed for this long is not being written. */
  static final Duration SETTLED = Duration.ofSeconds(5);

  private static final int MAX_FILE_BYTES = 32 << 20;
  private static final int SAVED_EVERY = 100;
  private static final int MAX_MOVE_TRIES = 1_000;

  private final FileSettings settings;
  private final Path checkpointFile;
  private final PprofIntake intake;
  private final Clock clock;
  private final PushedProfileReader reader = PushedProfileReader.of(PprofLimits.PUSHED);
  private final Map<Path, FileStamp> waiting = new HashMap<>();
  private @Nullable Checkpoint checkpoint;

  FileScraper(FileSettings settings, Path checkpointFile, PprofIntake intake, Clock clock) {
    this.settings = settings;
    this.checkpointFile = checkpointFile;
    this.intake = intake;
    this.clock = clock;
  }

  /** What one turn has done so far. */
  private static final class Turn {
    private final List<String> failures = new ArrayList<>();
    private int taken;
    private long samples;
  }

  @Override
  public long scrape() throws ScrapeException, InterruptedException {
    Turn turn = new Turn();
    try {
      Checkpoint known = checkpoint();
      Set<Path> files = settings.include().files();
      waiting.keySet().retainAll(files);
      try {
        take(files, known, turn);
        known.retain(files);
      } finally {
        known.save();
      }
    } catch (IOException e) {
      throw new ScrapeException(ScrapeResult.FAULT, FaultText.of(e), turn.samples);
    }
    if (!turn.failures.isEmpty()) {
      throw new ScrapeException(
          ScrapeResult.PARTIAL,
          turn.failures.size() + " files could not be taken, the first: " + turn.failures.get(0),
          turn.samples);
    }
    return turn.samples;
  }

  private Checkpoint checkpoint() throws IOException {
    Checkpoint known = checkpoint;
    if (known == null) {
      known = Checkpoint.open(checkpointFile);
      checkpoint = known;
    }
    return known;
  }

  private void take(Set<Path> files, Checkpoint known, Turn turn)
      throws ScrapeException, InterruptedException, IOException {
    Instant start = clock.instant();
    for (Path file : files) {
      Duration spent = Duration.between(start, clock.instant());
      if (!settings.timeout().isZero() && spent.compareTo(settings.timeout()) > 0) {
        throw new ScrapeException(
            ScrapeResult.TIMEOUT, "the other files wait for the next turn", turn.samples);
      }
      try {
        take(file, known, turn);
      } catch (NoSuchFileException ignored) {
        // It went between the look and the reading.
      } catch (IOException e) {
        turn.failures.add(file.getFileName() + ": " + FaultText.reason(e));
      }
      if (turn.taken >= SAVED_EVERY) {
        known.save();
        turn.taken = 0;
      }
    }
  }

  private void take(Path file, Checkpoint known, Turn turn)
      throws ScrapeException, InterruptedException, IOException {
    FileStamp stamp = FileStamp.of(file);
    boolean isEverything = settings.turns() == FileSettings.Turns.EVERYTHING;
    TakenFile same = isEverything ? null : known.withStamp(file, stamp);
    if (same != null) {
      known.put(file, same);
      return;
    }
    if (!isSettled(file, stamp)) {
      return;
    }
    byte[] content = read(file);
    if (content.length != stamp.bytes() && content.length <= MAX_FILE_BYTES) {
      return;
    }
    String hash = hash(content);
    TakenFile before = known.at(file);
    if (!isEverything && before != null && before.hash().equals(hash)) {
      known.put(file, new TakenFile(stamp, hash, before.outcome()));
      return;
    }
    TakenFile.Outcome outcome = handOver(file, content, stamp, turn);
    known.put(file, new TakenFile(stamp, hash, outcome));
    if (outcome == TakenFile.Outcome.TAKEN) {
      finish(file, stamp);
      if (!Files.exists(file)) {
        // Another one may come with the inode of this one.
        known.remove(file);
      }
    }
  }

  /** One that was seen to change is looked at again in the next turn. */
  private boolean isSettled(Path file, FileStamp stamp) {
    boolean isOld = Duration.between(stamp.modified(), clock.instant()).compareTo(SETTLED) >= 0;
    FileStamp before = waiting.put(file, stamp);
    return isOld || stamp.equals(before);
  }

  private static byte[] read(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return in.readNBytes(MAX_FILE_BYTES + 1);
    }
  }

  private static String hash(byte[] content) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private TakenFile.Outcome handOver(Path file, byte[] content, FileStamp stamp, Turn turn)
      throws ScrapeException, InterruptedException {
    if (content.length > MAX_FILE_BYTES) {
      turn.failures.add(file.getFileName() + ": has more than " + MAX_FILE_BYTES + " bytes");
      return TakenFile.Outcome.REFUSED;
    }
    PprofProfile profile;
    try {
      profile = reader.read(content);
    } catch (InputException e) {
      turn.failures.add(file.getFileName() + ": no pprof profile: " + e.getMessage());
      return TakenFile.Outcome.REFUSED;
    }
    if (!take(profile, file, stamp, turn)) {
      return TakenFile.Outcome.REFUSED;
    }
    turn.taken++;
    turn.samples += profile.sampleCount();
    return TakenFile.Outcome.TAKEN;
  }

  /** False if it is more than the heap has room for. */
  private boolean take(PprofProfile profile, Path file, FileStamp stamp, Turn turn)
      throws ScrapeException, InterruptedException {
    boolean isSafe;
    try {
      isSafe = intake.take(profile, resource(file, stamp), file.toString(), stamp.modified());
    } catch (LargerThanHeapException e) {
      turn.failures.add(file.getFileName() + ": " + e.text());
      return false;
    }
    if (!isSafe) {
      throw new ScrapeException(
          ScrapeResult.QUEUE, "profiles could not be queued; files wait", turn.samples);
    }
    return true;
  }

  private Resource resource(Path file, FileStamp stamp) {
    List<Attribute> attributes = new ArrayList<>();
    settings.attributes().forEach(attributes::add);
    attributes.add(Attribute.of("file.name", String.valueOf(file.getFileName())));
    attributes.add(Attribute.of("file.path", file.toString()));
    attributes.add(Attribute.of("file.modified", stamp.modified().toString()));
    return Resource.of(Attributes.of(attributes));
  }

  /** Only if it is still the file that was read. */
  private void finish(Path file, FileStamp stamp) throws IOException {
    if (settings.afterSuccess().action() == FileSettings.AfterSuccess.Action.KEEP
        || !FileStamp.of(file).equals(stamp)) {
      return;
    }
    Path directory = settings.afterSuccess().directory();
    if (directory == null) {
      Files.delete(file);
      return;
    }
    Files.createDirectories(directory);
    String name = String.valueOf(file.getFileName());
    for (int i = 0; i < MAX_MOVE_TRIES; i++) {
      try {
        Files.move(file, directory.resolve(i == 0 ? name : name + "." + i));
        return;
      } catch (FileAlreadyExistsException ignored) {
        // An earlier one of that name: the next number.
      }
    }
    throw new IOException(
        "there are already " + MAX_MOVE_TRIES + " files " + name + " in " + directory);
  }
}
