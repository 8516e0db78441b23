package dev.plumbline.symbol;

import dev.plumbline.profile.Frame;
import dev.plumbline.profile.FrameType;
import dev.plumbline.profile.Mapping;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Code symbols of the kernel and its modules by address; about 50 bytes each. Immutable but for the
 * frames, which are made at their first use. Thread-safe.
 */
final class KernelTable {
  /** Most code symbols; a kernel with many modules has 300,000. */
  private static final int MAX_SYMBOLS = 1 << 20;

  /** Most bytes of all names. */
  private static final int MAX_NAME_BYTES = 48 << 20;

  /** Longest line: the kernel allows names of 511 bytes. */
  private static final int MAX_LINE_BYTES = 1024;

  /** How far a symbol reaches if nothing follows: kallsyms states no sizes. */
  private static final long MAX_FUNCTION_BYTES = 64 << 10;

  private final long[] addresses;
  private final int[] nameStarts;
  private final short[] modules;
  private final byte[] names;
  private final List<Mapping> mappings;
  private final boolean hasAddresses;
  private final AtomicReferenceArray<@Nullable Frame> frames;

  private KernelTable(Builder builder) {
    this.addresses = new long[builder.count];
    this.nameStarts = new int[builder.count];
    this.modules = new short[builder.count];
    this.names = Arrays.copyOf(builder.names, builder.nameBytes);
    this.mappings = List.copyOf(builder.mappings);
    this.hasAddresses = builder.hasAddresses;
    this.frames = new AtomicReferenceArray<>(builder.count);
    int[] order = PlacesByAddress.sorted(builder.addresses, builder.count);
    for (int i = 0; i < order.length; i++) {
      addresses[i] = builder.addresses[order[i]];
      nameStarts[i] = builder.nameStarts[order[i]];
      modules[i] = builder.modules[order[i]];
    }
  }

  static KernelTable empty() {
    return new KernelTable(new Builder());
  }

  /** Reads a file of the form of {@code /proc/kallsyms}. */
  static KernelTable read(Path kallsyms) throws IOException {
    Builder builder = new Builder();
    byte[] buffer = new byte[1 << 16];
    int kept = 0;
    try (InputStream in = Files.newInputStream(kallsyms)) {
      for (int read = in.read(buffer);
          read > 0;
          read = in.read(buffer, kept, buffer.length - kept)) {
        kept = builder.addLines(buffer, kept + read);
      }
    }
    return new KernelTable(builder);
  }

  boolean hasAddresses() {
    return hasAddresses;
  }

  int count() {
    return addresses.length;
  }

  /** Index of the symbol that holds an address, or -1. */
  int find(long address) {
    int low = 0;
    int high = addresses.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (Long.compareUnsigned(addresses[middle], address) <= 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    int found = low - 1;
    if (found < 0 || Long.compareUnsigned(address - addresses[found], MAX_FUNCTION_BYTES) >= 0) {
      return -1;
    }
    while (found > 0 && addresses[found - 1] == addresses[found]) {
      found--; // of several names, the one that the kernel lists first
    }
    return found;
  }

  Frame frame(int index) {
    Frame known = frames.get(index);
    if (known != null) {
      return known;
    }
    int end = nameStarts[index];
    while (names[end] != 0) {
      end++;
    }
    String name =
        new String(names, nameStarts[index], end - nameStarts[index], StandardCharsets.UTF_8);
    Frame frame =
        Frame.builder(FrameType.KERNEL)
            .functionName(name)
            .mapping(mappings.get(modules[index]))
            .build();
    frames.set(index, frame);
    return frame;
  }

  /** Collects lines {@code ADDRESS TYPE NAME [MODULE]}. Confined to the reading thread. */
  private static final class Builder {
    long[] addresses = new long[1024];
    int[] nameStarts = new int[1024];
    short[] modules = new short[1024];
    byte[] names = new byte[1 << 16];
    int count;
    int nameBytes;
    boolean hasAddresses;
    final List<Mapping> mappings = new ArrayList<>(List.of(Mapping.ofFile("[kernel]", null)));
    private final Map<String, Short> moduleNumbers = new HashMap<>();

    /** Adds complete lines and moves the rest to the front; the number of its bytes. */
    int addLines(byte[] buffer, int length) throws IOException {
      int start = 0;
      for (int at = 0; at < length; at++) {
        if (buffer[at] == '\n') {
          add(buffer, start, at);
          start = at + 1;
        }
      }
      int rest = length - start > MAX_LINE_BYTES ? 0 : length - start; // else it is no line
      System.arraycopy(buffer, start, buffer, 0, rest);
      return rest;
    }

    private void add(byte[] line, int from, int length) throws IOException {
      int at = from;
      long address = 0;
      while (at < length && at < from + 16 && Character.digit(line[at], 16) >= 0) {
        address = (address << 4) | Character.digit(line[at++], 16);
      }
      boolean isCode = at + 3 < length && "tTwW".indexOf(line[at + 1]) >= 0;
      if (!isCode || line[at] != ' ' || line[at + 2] != ' ') {
        return;
      }
      hasAddresses |= address != 0;
      int start = at + 3;
      int end = start;
      while (end < length && line[end] != '\t' && line[end] != ' ') {
        end++;
      }
      if (end > start && address != 0) {
        append(address, line, start, end, module(line, end, length));
      }
    }

    private short module(byte[] line, int from, int length) {
      int open = from;
      while (open < length && line[open] != '[') {
        open++;
      }
      int close = open;
      while (close < length && line[close] != ']') {
        close++;
      }
      if (close >= length) {
        return 0;
      }
      String name = new String(line, open, close + 1 - open, StandardCharsets.UTF_8);
      Short known = moduleNumbers.get(name);
      if (known == null && mappings.size() < Short.MAX_VALUE) {
        known = (short) mappings.size();
        moduleNumbers.put(name, known);
        mappings.add(Mapping.ofFile(name, null));
      }
      return known == null ? 0 : known;
    }

    private void append(long address, byte[] line, int start, int end, short module)
        throws IOException {
      int bytes = end - start + 1;
      if (count == MAX_SYMBOLS || nameBytes + bytes > MAX_NAME_BYTES) {
        throw new IOException("more than " + count + " code symbols");
      }
      if (count == addresses.length) {
        addresses = Arrays.copyOf(addresses, 2 * count);
        nameStarts = Arrays.copyOf(nameStarts, 2 * count);
        modules = Arrays.copyOf(modules, 2 * count);
      }
      if (nameBytes + bytes > names.length) {
        names = Arrays.copyOf(names, Math.max(2 * names.length, nameBytes + bytes));
      }
      System.arraycopy(line, start, names, nameBytes, bytes - 1);
      addresses[count] = address;
      nameStarts[count] = nameBytes;
      modules[count++] = module;
      nameBytes += bytes; // the array's zero ends the name
    }
  }
}
