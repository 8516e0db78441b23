package dev.plumbline.kernel.unwind;

import dev.plumbline.kernel.BpfMap;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The processes whose stacks the kernel can walk. Confined to the thread that writes processes.
 *
 * <p>{@code struct process_part}, 4192 bytes; a process with more than 128 mappings has several:
 *
 * <pre>
 *    0 start_ticks  u64   start of the process in ticks of 10 ms since boot; 0: not compared
 *    8 low          u64   the part speaks for [low, high)
 *   16 high         u64
 *   24 count        u32   mappings in this part
 *   28 parts        u16   in part 0: number of parts
 *   30 recent       u16   the programs' own
 *   32 part_low     u64 x 8
 *   96 mappings     128 x { start u64, end u64, bias u64, table u32, index u32 }
 * </pre>
 *
 * {@code struct known_rules}, 4096 bytes, for all processes whose ids are alike: what the programs
 * have found, behind a generation. It is cleared whenever one of these processes has new mappings.
 */
public final class ProcessTable {
  static final int MAPPINGS_PER_PART = 128;
  static final int MAX_PARTS = 8;
  static final int MAPPINGS_OFFSET = 96;
  static final int MAPPING_BYTES = 32;
  static final int KNOWN_PAGES = 512;
  static final int JVMS = 1024;

  /** Most mappings of one process; further ones are left out. */
  public static final int MAX_MAPPINGS = MAPPINGS_PER_PART * MAX_PARTS;

  private final BpfMap processes;
  private final BpfMap known;
  private final BpfMap hotspots;
  private final Map<Integer, Integer> jvms = new HashMap<>();
  private final BitSet jvmNumbers = new BitSet(JVMS);
  private int generation;

  ProcessTable(BpfMap processes, BpfMap known, BpfMap hotspots) {
    this.processes = processes;
    this.known = known;
    this.hotspots = hotspots;
    jvmNumbers.set(0); // nobody's
  }

  /**
   * Sets the mappings of a process. Those of a JVM's code get its number: {@link #putJvm} comes
   * before.
   *
   * @param startTicks field 22 of {@code /proc/PID/stat}, or 0 to accept any process with the id
   * @return mappings left out, because there are more than {@link #MAX_MAPPINGS}
   */
  public int put(int tgid, long startTicks, List<CodeMapping> mappings) throws IOException {
    List<CodeMapping> sorted = new ArrayList<>(mappings);
    sorted.sort(Comparator.comparing(CodeMapping::start, Long::compareUnsigned));
    int kept = Math.min(sorted.size(), MAX_MAPPINGS);
    int parts = Math.max(1, (kept + MAPPINGS_PER_PART - 1) / MAPPINGS_PER_PART);
    int jvm = jvmNumber(tgid, sorted);
    for (int part = parts - 1; part >= 0; part--) { // part 0 last: it makes the others reachable
      writePart(sorted, kept, part, parts, jvm);
      processes.value().putLong(0, startTicks);
      setKey(tgid, part);
      processes.update();
    }
    for (int part = parts; part < MAX_PARTS && removePart(tgid, part); part++) {
      // parts of an earlier, longer list
    }
    forgetRules(tgid);
    return sorted.size() - kept;
  }

  /** Its own, or that of the mappings that a fork copied; 0 for none. */
  private int jvmNumber(int tgid, List<CodeMapping> mappings) throws IOException {
    Integer own = jvms.get(tgid);
    if (own != null) {
      return own;
    }
    boolean isJvm = mappings.stream().anyMatch(one -> one.table() == CodeMapping.HOTSPOT);
    int copied = 0;
    for (int part = 0; isJvm && copied == 0 && part < MAX_PARTS; part++) {
      setKey(tgid, part);
      if (!processes.lookup()) {
        break;
      }
      copied = jvmNumber(processes.value());
    }
    return copied;
  }

  /** That of the first code heap of a part; 0 without any. */
  private static int jvmNumber(ByteBuffer part) {
    for (int i = 0; i < Math.min(part.getInt(24), MAPPINGS_PER_PART); i++) {
      int at = MAPPINGS_OFFSET + i * MAPPING_BYTES;
      if (part.getInt(at + 24) == CodeMapping.HOTSPOT) {
        return part.getInt(at + 28);
      }
    }
    return 0;
  }

  private void writePart(List<CodeMapping> sorted, int kept, int part, int parts, int jvm) {
    ByteBuffer value = processes.value();
    int from = part * MAPPINGS_PER_PART;
    int to = Math.min(kept, from + MAPPINGS_PER_PART);
    value.putLong(8, partLow(sorted, part));
    value.putLong(16, part + 1 < parts ? partLow(sorted, part + 1) : -1);
    value.putInt(24, to - from);
    value.putShort(28, (short) parts).putShort(30, (short) 0);
    for (int i = 0; i < MAX_PARTS; i++) {
      value.putLong(32 + i * 8, i < parts ? partLow(sorted, i) : -1);
    }
    for (int i = 0; i < MAPPINGS_PER_PART; i++) {
      int at = MAPPINGS_OFFSET + i * MAPPING_BYTES;
      if (from + i < to) {
        CodeMapping mapping = sorted.get(from + i);
        value.putLong(at, mapping.start()).putLong(at + 8, mapping.end());
        value.putLong(at + 16, mapping.bias());
        value.putInt(at + 24, mapping.table());
        value.putInt(at + 28, mapping.table() == CodeMapping.HOTSPOT ? jvm : mapping.index());
      } else {
        value.putLong(at, 0).putLong(at + 8, 0).putLong(at + 16, 0).putLong(at + 24, 0);
      }
    }
  }

  /**
   * To be called behind a change: a program that still saw the mappings before has the generation
   * before, and what it adds is not found. The upper half of a generation counts what programs do.
   */
  private void forgetRules(int tgid) throws IOException {
    known.key().putInt(0, tgid & (KNOWN_PAGES - 1));
    known.value().putLong(0, Integer.toUnsignedLong(++generation)); // all else stays 0
    known.update();
  }

  private static long partLow(List<CodeMapping> sorted, int part) {
    return part == 0 ? 0 : sorted.get(part * MAPPINGS_PER_PART).start();
  }

  private void setKey(int tgid, int part) {
    processes.key().putInt(0, tgid).putInt(4, part);
  }

  private boolean removePart(int tgid, int part) throws IOException {
    setKey(tgid, part);
    return processes.delete();
  }

  /** The kernel knows the process: by {@link #put} or by a fork that copied its parent. */
  public boolean contains(int tgid) throws IOException {
    setKey(tgid, 0);
    return processes.lookup();
  }

  /** Forgets a process; false when it was not known. */
  public boolean remove(int tgid) throws IOException {
    boolean isRemoved = false;
    for (int part = 0; part < MAX_PARTS; part++) {
      if (!removePart(tgid, part)) {
        break;
      }
      isRemoved = true;
    }
    forgetRules(tgid);
    Integer jvm = jvms.remove(tgid);
    if (jvm != null) {
      HotSpotLayout.clear(hotspots.value());
      hotspots.key().putInt(0, jvm);
      hotspots.update();
      jvmNumbers.clear(jvm);
    }
    return isRemoved;
  }

  /**
   * Sets what the walk needs to know of a JVM; its code heaps must be mappings marked as such, in a
   * list that is {@link #put} afterwards. A child that was forked has its number too.
   */
  public void putJvm(int tgid, HotSpotLayout layout) throws IOException {
    Integer number = jvms.get(tgid);
    if (number == null) {
      number = jvmNumbers.nextClearBit(0);
      if (number >= JVMS) {
        throw new IOException("more than " + (JVMS - 1) + " JVMs");
      }
    }
    layout.write(hotspots.value());
    hotspots.key().putInt(0, number);
    hotspots.update();
    jvms.put(tgid, number);
    jvmNumbers.set(number);
  }
}
