package dev.plumbline.process;

import dev.plumbline.kernel.elf.ElfFile;
import dev.plumbline.kernel.elf.ElfSegment;
import dev.plumbline.kernel.elf.MalformedElfException;
import dev.plumbline.symbol.CodeFile;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A file with code that processes have mapped. It is opened once, by the first process that was
 * seen with it, and stays readable after all of them have gone. Thread-safe; identity is that of
 * the object.
 */
public final class ExecutableFile implements CodeFile {
  private final FileIdentity identity;
  private final String displayPath;
  private final Path root;
  private final @Nullable ElfFile elf;
  private final @Nullable String buildId;
  private final @Nullable String refusal;
  private final boolean isUnread;
  private final @Nullable FileVersion version;
  private final AtomicLong weight = new AtomicLong();

  private ExecutableFile(
      FileIdentity identity,
      String displayPath,
      Path root,
      @Nullable ElfFile elf,
      @Nullable String buildId,
      @Nullable String refusal,
      boolean isUnread,
      @Nullable FileVersion version) {
    this.identity = identity;
    this.displayPath = displayPath;
    this.root = root;
    this.elf = elf;
    this.buildId = buildId;
    this.refusal = refusal;
    this.isUnread = isUnread;
    this.version = version;
  }

  static ExecutableFile of(
      FileIdentity identity,
      String displayPath,
      Path root,
      ElfFile elf,
      @Nullable FileVersion version)
      throws MalformedElfException {
    return new ExecutableFile(
        identity, displayPath, root, elf, elf.buildId(), null, false, version);
  }

  /** A file that is no ELF file, whoever looks at it. */
  static ExecutableFile refused(
      FileIdentity identity, String displayPath, Path root, String refusal, FileVersion version) {
    return new ExecutableFile(identity, displayPath, root, null, null, refusal, false, version);
  }

  /** A file that could not be opened this time. */
  static ExecutableFile unread(
      FileIdentity identity, String displayPath, Path root, String refusal) {
    return new ExecutableFile(identity, displayPath, root, null, null, refusal, true, null);
  }

  /** Device and inode. */
  public FileIdentity identity() {
    return identity;
  }

  /** Path as the process sees it, or a name in brackets. */
  @Override
  public String displayPath() {
    return displayPath;
  }

  /** Root directory of the first process seen with it: where its debug files may be. */
  @Override
  public Path root() {
    return root;
  }

  /** The opened file; null when it could not be opened or is none, see {@link #refusal()}. */
  @Override
  public @Nullable ElfFile elf() {
    return elf;
  }

  /** GNU build id in hexadecimal digits. */
  @Override
  public @Nullable String buildId() {
    return buildId;
  }

  /**
   * The file could not be opened, which need not last: the process by which it was reached may have
   * ended.
   */
  boolean isUnread() {
    return isUnread;
  }

  /** What was there when it was opened; null for what is no file of a process. */
  @Nullable FileVersion version() {
    return version;
  }

  /** Why there is no ELF file. */
  public @Nullable String refusal() {
    return refusal;
  }

  /** Samples that had this file's code innermost or ended in it. */
  public long weight() {
    return weight.get();
  }

  void addWeight() {
    weight.lazySet(weight.get() + 1); // one writer: the thread that takes samples
  }

  /**
   * What to subtract from an address of the mapping to get a link-time address.
   *
   * @return the bias, or 0 when no segment of the file lies there
   */
  long bias(long mappingStart, long mappingFileOffset) {
    if (elf != null) {
      for (ElfSegment segment : elf.segments()) {
        long from = segment.offset() & ~4095L;
        if (segment.isCode()
            && mappingFileOffset >= from
            && mappingFileOffset < segment.offset() + segment.fileSize()) {
          return mappingStart - mappingFileOffset + segment.offset() - segment.address();
        }
      }
    }
    return 0;
  }

  @Override
  public String toString() {
    return displayPath;
  }
}
