package dev.plumbline.object;

import dev.plumbline.frame.StackSymbols;
import dev.plumbline.kernel.BpfMap;
import dev.plumbline.kernel.BpfObject;
import dev.plumbline.kernel.SystemCallException;
import dev.plumbline.probe.ProcessEnricher.Program;
import dev.plumbline.process.ProcessImage;
import dev.plumbline.profile.Frame;
import dev.plumbline.profile.StackTrace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Stack traces of a gadget's stack ids, by the names that ig gives the two maps. What the frame
 * pointers of a process show is all there is of its stack. Confined to the run's thread.
 */
final class StackMaps {
  private static final String KERNEL = "ig_kstack";
  private static final String USER = "ig_ustack";
  private static final long EXACT = 4L << 60;

  private final @Nullable StackMap kernel;
  private final @Nullable StackMap user;
  private final StackSymbols symbols;
  private Map<Integer, ProcessImage> processes = Map.of();
  private final Map<Integer, StackTrace> kernelStacks = new HashMap<>();
  private final Map<Long, StackTrace> userStacks = new HashMap<>();

  private StackMaps(@Nullable StackMap kernel, @Nullable StackMap user, StackSymbols symbols) {
    this.kernel = kernel;
    this.user = user;
    this.symbols = symbols;
  }

  static StackMaps of(BpfObject object, StackSymbols symbols) {
    return new StackMaps(stackMap(object, KERNEL), stackMap(object, USER), symbols);
  }

  private static @Nullable StackMap stackMap(BpfObject object, String name) {
    BpfMap map = object.maps().get(name);
    return map == null ? null : new StackMap(map);
  }

  /**
   * An id may come to mean another stack between fetches.
   *
   * @param known the processes by id
   */
  void startFetch(Map<Integer, ProcessImage> known) {
    processes = known;
    symbols.startFetch();
    kernelStacks.clear();
    userStacks.clear();
  }

  /**
   * All records of a fetch have been looked up.
   *
   * @param dataSources that are fetched in turn
   */
  void endFetch(int dataSources) throws SystemCallException {
    if (kernel != null) {
      kernel.endFetch(dataSources);
    }
    if (user != null) {
      user.endFetch(dataSources);
    }
  }

  /** What a process runs now. */
  Program program(int pid) {
    ProcessImage image = processes.get(pid);
    if (image == null) {
      return Program.UNKNOWN;
    }
    String executable = image.executable();
    return new Program(image.sinceNanos(), executable == null ? "" : executable, image.name());
  }

  StackTrace kernel(int id) throws SystemCallException {
    StackTrace known = kernelStacks.get(id);
    if (known != null || kernel == null) {
      return known == null ? StackTrace.EMPTY : known;
    }
    List<Frame> frames = new ArrayList<>();
    for (long address : kernel.addresses(id)) {
      frames.add(symbols.kernelFrame(address, frames.isEmpty()));
    }
    StackTrace stackTrace = StackTrace.of(frames);
    kernelStacks.put(id, stackTrace);
    return stackTrace;
  }

  /** An id is the same for equal addresses of different processes, whose symbols differ. */
  StackTrace user(int pid, int id) throws SystemCallException {
    long key = ((long) pid << 32) | (id & 0xffffffffL);
    StackTrace known = userStacks.get(key);
    if (known != null || user == null) {
      return known == null ? StackTrace.EMPTY : known;
    }
    List<Frame> frames = new ArrayList<>();
    long[] addresses = user.addresses(id);
    for (int i = 0; i < addresses.length; i++) {
      long caller = i + 1 < addresses.length ? addresses[i + 1] : 0;
      long word = i == 0 ? EXACT | addresses[i] : addresses[i];
      if (!symbols.addUserFrames(processes.get(pid), word, caller, frames)) {
        break;
      }
    }
    StackTrace stackTrace = StackTrace.of(frames);
    userStacks.put(key, stackTrace);
    return stackTrace;
  }

  /** Stacks that records named and the maps did not have, by reason; without zeros. */
  Map<String, Long> missing() {
    Map<String, Long> missing = new TreeMap<>();
    put(missing, "kernel_stack", kernel);
    put(missing, "user_stack", user);
    return missing;
  }

  private static void put(Map<String, Long> missing, String stack, @Nullable StackMap map) {
    if (map != null && map.missing() > 0) {
      missing.put(stack + "_missing", map.missing());
    }
    if (map != null && map.collided() > 0) {
      missing.put(stack + "_collided", map.collided());
    }
    if (map != null && map.refused() > 0) {
      missing.put(stack + "_map_full", map.refused());
    }
  }
}
