package dev.plumbline.symbol;

import dev.plumbline.fault.FaultText;
import dev.plumbline.profile.Frame;
import dev.plumbline.profile.FrameType;
import dev.plumbline.profile.Mapping;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Frames of kernel addresses by {@code /proc/kallsyms}. The table is replaced as a whole when
 * modules come or go. Thread-safe: one thread refreshes, any thread asks.
 */
public final class KernelSymbols {
  private static final Mapping UNKNOWN = Mapping.ofFile("[kernel]", null);

  /** Most bytes of {@code /proc/modules} that are compared. */
  private static final int MAX_MODULES_BYTES = 1 << 20;

  private final Path proc;
  private volatile KernelTable table = KernelTable.empty();
  private volatile @Nullable String problem = "not read yet";
  private int modulesHash;

  /**
   * @param proc {@code /proc} but for tests
   */
  public KernelSymbols(Path proc) {
    this.proc = proc;
  }

  /**
   * Reads the symbols if modules have changed since the last time; takes up to 0.2 s then. Confined
   * to one thread, which is not the one that drains samples.
   */
  public void refresh() {
    int hash = modulesHash();
    if (problem == null && hash == modulesHash) {
      return;
    }
    modulesHash = hash;
    try {
      KernelTable read = KernelTable.read(proc.resolve("kallsyms"));
      problem =
          read.hasAddresses()
              ? null
              : "the kernel hides its addresses (CAP_SYSLOG, kernel.kptr_restrict)";
      table = read.hasAddresses() ? read : KernelTable.empty();
    } catch (IOException e) {
      problem = "kernel symbols: " + FaultText.of(e);
    }
  }

  /** Names, sizes and addresses of modules; their use counts change all the time. */
  private int modulesHash() {
    try {
      byte[] bytes = Files.readAllBytes(proc.resolve("modules"));
      int hash = 1;
      int field = 0;
      for (int i = 0; i < bytes.length && i < MAX_MODULES_BYTES; i++) {
        field = bytes[i] == '\n' ? 0 : bytes[i] == ' ' ? field + 1 : field;
        if (field != 2 && field != 3) {
          hash = 31 * hash + bytes[i];
        }
      }
      return hash;
    } catch (IOException ignored) { // a kernel without modules
      return 0;
    }
  }

  /** Why kernel frames have no names, or null if they have. */
  public @Nullable String problem() {
    return problem;
  }

  /** Number of code symbols known. */
  public int count() {
    return table.count();
  }

  /**
   * The frame of a kernel address. Named frames carry no address: it would tell where the kernel
   * lies in memory, and equal functions merge without it.
   */
  public Frame frame(long address) {
    KernelTable known = table;
    int index = known.find(address);
    if (index < 0) {
      return Frame.builder(FrameType.KERNEL).functionName("[unknown]").mapping(UNKNOWN).build();
    }
    return known.frame(index);
  }
}
