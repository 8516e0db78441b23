package dev.plumbline.symbol;

import dev.plumbline.kernel.MappedPages;
import dev.plumbline.kernel.elf.ElfFile;
import dev.plumbline.kernel.elf.ElfSegment;
import dev.plumbline.kernel.elf.MappedReading;
import dev.plumbline.profile.BuildId;
import dev.plumbline.profile.Frame;
import dev.plumbline.profile.FrameType;
import dev.plumbline.profile.Mapping;
import java.io.IOException;
import java.lang.ref.SoftReference;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Frames for addresses of files. Finished frames are kept per file and address; the table of a file
 * is read at its first address that is not kept, and dropped when it has not been needed for a
 * while or when the tables together pass their limit. Thread-safe.
 *
 * <p>{@link #known} never reads a file and may run in the thread that drains samples; {@link
 * #frames} may read files and takes up to a second for the largest.
 */
public final class Symbolizer {
  /** Time after which a table that was not needed is dropped. */
  private static final long TABLE_IDLE_NANOS = 60_000_000_000L;

  /** Time after which the frames of a file that was not seen are dropped. */
  private static final long FRAMES_IDLE_NANOS = 600_000_000_000L;

  /** Most heap of all tables; the one that is in use may pass it. */
  private static final long MAX_TABLE_BYTES = 16L << 20;

  /** Most kept addresses of all files. */
  static final int MAX_FRAMES = 1 << 15;

  /** Of their names, which templates make long: an eighth of the heap, whatever that is. */
  private static final long MAX_NAME_BYTES = Runtime.getRuntime().maxMemory() / 8;

  /** New addresses between two looks at that. */
  private static final int LOOK_AT_NAMES = 256;

  private static final SoftReference<FileSymbols> NO_TABLE = new SoftReference<>(null);

  private static final class Entry {
    final List<Mapping> mappings;

    /** Read again when it was forgotten: one of the largest things on a heap that is small. */
    private SoftReference<FileSymbols> table = NO_TABLE;

    FrameTable frames = new FrameTable();
    SymbolNames names = new SymbolNames();
    long tableUsedNanos;
    long usedNanos;

    Entry(List<Mapping> mappings) {
      this.mappings = mappings;
    }

    @Nullable FileSymbols symbols() {
      return table.get();
    }

    void setSymbols(@Nullable FileSymbols symbols) {
      table = symbols == null ? NO_TABLE : new SoftReference<>(symbols);
    }

    long heapBytes() {
      FileSymbols symbols = symbols();
      return symbols == null ? 0 : symbols.heapBytes();
    }

    /** Forgets the kept frames, and says how many there were. */
    int clear() {
      int size = frames.size();
      frames = new FrameTable();
      names = new SymbolNames();
      return size;
    }
  }

  private final Object lock = new Object();
  private final Map<CodeFile, Entry> entries = new HashMap<>();
  private final DebugFiles debugFiles;
  private final SymbolCounts counts;
  private final LongSupplier nanoTime;
  private final long maxNameBytes;
  private int frameCount;
  private int sinceLook;

  /**
   * @param hostRoot where debug files of the host lie, {@code /} but for tests
   * @param nanoTime a monotonic clock in nanoseconds
   */
  public Symbolizer(Path hostRoot, SymbolCounts counts, LongSupplier nanoTime) {
    this(hostRoot, counts, nanoTime, MAX_NAME_BYTES);
  }

  /**
   * @param maxNameBytes of heap that the names of kept frames may take, about
   */
  Symbolizer(Path hostRoot, SymbolCounts counts, LongSupplier nanoTime, long maxNameBytes) {
    this.maxNameBytes = maxNameBytes;
    this.debugFiles = new DebugFiles(hostRoot, counts);
    this.counts = counts;
    this.nanoTime = nanoTime;
  }

  /** The frames of an address if they are kept, else null. Reads no file, waits for no lookup. */
  public @Nullable List<Frame> known(CodeFile file, long fileAddress) {
    synchronized (lock) {
      Entry entry = entries.get(file);
      if (entry == null) {
        return null;
      }
      entry.usedNanos = nanoTime.getAsLong();
      return entry.frames.get(fileAddress);
    }
  }

  /**
   * The frames of an address, innermost first, never empty. An address without a name gives one
   * frame with mapping and address and an empty name.
   *
   * @param fileAddress address as linked; that of a call where it is a return address, so minus one
   */
  public List<Frame> frames(CodeFile file, long fileAddress) {
    Entry entry;
    FileSymbols symbols;
    SymbolNames names;
    synchronized (lock) {
      entry = entries.computeIfAbsent(file, Symbolizer::entry);
      entry.usedNanos = nanoTime.getAsLong();
      List<Frame> kept = entry.frames.get(fileAddress);
      if (kept != null) {
        return kept;
      }
      symbols = entry.symbols();
      names = entry.names;
    }
    if (symbols == null) {
      symbols = read(file); // outside of the lock: it takes long
    }
    List<Frame> frames = resolve(mapping(entry, fileAddress), symbols, names, fileAddress);
    dropPages(file);
    synchronized (lock) {
      if (entries.get(file) == entry) { // else it was forgotten meanwhile
        keep(entry, symbols, fileAddress, frames);
      }
    }
    return frames;
  }

  /**
   * Reads the table of a file ahead, so that the first {@link #frames} of it need not. For a thread
   * of low priority, when a file is first mapped.
   */
  public void prepare(CodeFile file) {
    Entry entry;
    synchronized (lock) {
      entry = entries.computeIfAbsent(file, Symbolizer::entry);
      entry.usedNanos = nanoTime.getAsLong();
      if (entry.symbols() != null) {
        return;
      }
    }
    FileSymbols symbols = read(file);
    synchronized (lock) {
      if (entries.get(file) == entry) {
        keepTable(entry, symbols);
      }
    }
  }

  private static Entry entry(CodeFile file) {
    List<Mapping> mappings = new ArrayList<>();
    BuildId buildId = BuildIds.of(file);
    String path = file.displayPath().isEmpty() ? "[anon]" : file.displayPath();
    ElfFile elf = file.elf();
    if (elf != null) {
      for (ElfSegment segment : elf.segments()) {
        long end = segment.address() + segment.memorySize();
        if (segment.isCode() && Long.compareUnsigned(segment.address(), end) < 0) {
          mappings.add(
              Mapping.builder(path)
                  .range(segment.address(), end)
                  .fileOffset(segment.offset())
                  .buildId(buildId)
                  .build());
        }
      }
    }
    mappings.add(Mapping.ofFile(path, buildId)); // for addresses outside of all code
    return new Entry(List.copyOf(mappings));
  }

  private static Mapping mapping(Entry entry, long address) {
    for (Mapping mapping : entry.mappings) {
      if (Long.compareUnsigned(address - mapping.start(), mapping.limit() - mapping.start()) < 0) {
        return mapping;
      }
    }
    return entry.mappings.get(entry.mappings.size() - 1);
  }

  private FileSymbols read(CodeFile file) {
    ElfFile elf = file.elf();
    if (elf == null) {
      return FileSymbols.none();
    }
    try {
      return MappedReading.of(() -> FileSymbols.read(file, elf, debugFiles, counts));
    } catch (IOException e) { // the file shrank under its mapping
      counts.increment(SymbolCount.TABLES_REFUSED);
      return FileSymbols.none();
    } finally {
      dropPages(file); // the few names that are wanted come from the file again
    }
  }

  /** A frame is looked up once, and each look leaves the pages around its name in our memory. */
  private static void dropPages(CodeFile file) {
    ElfFile elf = file.elf();
    if (elf != null) {
      MappedPages.drop(elf.image());
    }
  }

  private List<Frame> resolve(
      Mapping mapping, FileSymbols symbols, SymbolNames names, long address) {
    counts.increment(SymbolCount.FRAMES_RESOLVED);
    List<Frame> frames;
    try {
      frames = MappedReading.of(() -> symbols.frames(mapping, address, names));
    } catch (IOException e) { // a table of Go contradicts itself, or the file shrank
      counts.increment(SymbolCount.TABLES_REFUSED);
      frames = List.of(FileSymbols.unresolved(mapping, address));
    }
    if (frames.get(0).functionName().isEmpty()) {
      counts.increment(SymbolCount.FRAMES_UNRESOLVED);
    }
    return frames;
  }

  private void keep(Entry entry, FileSymbols symbols, long address, List<Frame> frames) {
    keepTable(entry, symbols);
    if (entry.frames.get(address) == null) {
      if (frameCount >= MAX_FRAMES || hasTooManyNames()) {
        dropFrames();
      }
      entry.frames.put(address, frames);
      frameCount++;
    }
  }

  private void keepTable(Entry entry, FileSymbols symbols) {
    entry.tableUsedNanos = nanoTime.getAsLong();
    if (entry.symbols() == null) {
      entry.setSymbols(symbols);
      dropTablesOver(MAX_TABLE_BYTES, entry);
    }
  }

  private void dropTablesOver(long maxBytes, Entry inUse) {
    long bytes = entries.values().stream().mapToLong(Entry::heapBytes).sum();
    while (bytes > maxBytes) {
      Entry oldest =
          entries.values().stream()
              .filter(entry -> entry != inUse && entry.heapBytes() > 0)
              .min(Comparator.comparingLong(entry -> entry.tableUsedNanos))
              .orElse(null);
      if (oldest == null) {
        return;
      }
      bytes -= oldest.heapBytes();
      oldest.setSymbols(null);
      counts.increment(SymbolCount.TABLES_DROPPED);
    }
  }

  private boolean hasTooManyNames() {
    if (++sinceLook < LOOK_AT_NAMES) {
      return false;
    }
    sinceLook = 0;
    return nameBytes() > maxNameBytes;
  }

  private long nameBytes() {
    return entries.values().stream().mapToLong(entry -> entry.names.heapBytes()).sum();
  }

  /** Makes room by the frames of the files that were not seen for longest. */
  private void dropFrames() {
    List<Entry> byUse = new ArrayList<>(entries.values());
    byUse.sort(Comparator.comparingLong(entry -> entry.usedNanos));
    long bytes = nameBytes();
    for (Entry entry : byUse) {
      if (frameCount <= MAX_FRAMES / 2 && bytes <= maxNameBytes / 2) {
        return;
      }
      bytes -= entry.names.heapBytes();
      frameCount -= entry.clear();
    }
  }

  /** Drops what was not needed for a while; to be called about once a window. */
  public void dropIdle() {
    synchronized (lock) {
      long now = nanoTime.getAsLong();
      for (Entry entry : entries.values()) {
        if (entry.symbols() != null && now - entry.tableUsedNanos > TABLE_IDLE_NANOS) {
          entry.setSymbols(null);
          counts.increment(SymbolCount.TABLES_DROPPED);
        }
        if (now - entry.usedNanos > FRAMES_IDLE_NANOS) {
          frameCount -= entry.clear();
        }
      }
      entries.values().removeIf(entry -> now - entry.usedNanos > FRAMES_IDLE_NANOS);
    }
  }

  /** Forgets a file that no process maps any more. */
  public void forget(CodeFile file) {
    synchronized (lock) {
      Entry entry = entries.remove(file);
      if (entry != null) {
        frameCount -= entry.frames.size();
      }
    }
  }

  /** A frame for code without a file, such as what a runtime made: its range's name in brackets. */
  public static Frame anonymous(String name) {
    return Frame.named(name.isEmpty() ? "[anon]" : name, FrameType.NATIVE);
  }

  /** Heap of the tables that are held now, in bytes. */
  public long tableBytes() {
    synchronized (lock) {
      return entries.values().stream().mapToLong(Entry::heapBytes).sum();
    }
  }

  /** Addresses whose frames are kept. */
  public int keptFrames() {
    synchronized (lock) {
      return frameCount;
    }
  }
}
