package dev.plumbline.process;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The latest image of each process, and the last ones of processes whose ids were given to others
 * before their samples were taken. Thread-safe.
 */
final class ProcessDirectory {
  /** Most processes whose id was given again too soon; the first ones are forgotten first. */
  private static final int MAX_DISPLACED = 256;

  private final ConcurrentHashMap<Integer, ProcessImage> images = new ConcurrentHashMap<>();
  private final Map<ProcessKey, ProcessImage> displaced =
      Collections.synchronizedMap(
          new LinkedHashMap<>() {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<ProcessKey, ProcessImage> eldest) {
              return size() > MAX_DISPLACED;
            }
          });

  /** The process with that id and start; 0 as start fits any. */
  @Nullable ProcessImage find(int pid, long startTicks) {
    ProcessImage image = images.get(pid);
    return image != null && fits(image, startTicks) ? image : null;
  }

  /** The same for a sample, whose process may have ended, and its id be another's by now. */
  @Nullable ProcessImage findSampled(int pid, long startTicks) {
    ProcessImage image = find(pid, startTicks);
    return image != null ? image : displaced.get(new ProcessKey(pid, startTicks));
  }

  private void displace(@Nullable ProcessImage old, ProcessImage newer) {
    if (old != null && isBefore(old, newer)) {
      displaced.put(old.key(), old);
    }
  }

  private static boolean isBefore(ProcessImage one, ProcessImage other) {
    return one.key().startTicks() < other.key().startTicks();
  }

  private static boolean fits(ProcessImage image, long startTicks) {
    long known = image.key().startTicks();
    return startTicks == 0 || known == 0 || startTicks == known;
  }

  /** Puts an image in place of any. */
  void put(ProcessImage image) {
    displace(images.put(image.key().pid(), image), image);
  }

  /** Changes the image of a process, or makes the first one from {@code fresh}. */
  void update(ProcessImage fresh, UnaryOperator<ProcessImage> change) {
    images.compute(
        fresh.key().pid(),
        (pid, old) -> {
          if (old != null && fits(old, fresh.key().startTicks())) {
            return change.apply(old);
          }
          displace(old, fresh);
          return fresh;
        });
  }

  /**
   * Puts a newer image in place of one of the same execution; false when the process has begun to
   * execute another program meanwhile, or its id is another process's.
   */
  boolean replace(ProcessImage old, ProcessImage newer) {
    ProcessImage now =
        images.compute(
            old.key().pid(),
            (pid, current) -> {
              if (current == null || current.isSameExecution(old)) {
                return newer;
              }
              if (fits(current, old.key().startTicks())) {
                return current;
              }
              displace(current, newer);
              displace(newer, current);
              return isBefore(newer, current) ? current : newer;
            });
    return now == newer;
  }

  void remove(ProcessKey key) {
    images.computeIfPresent(key.pid(), (pid, image) -> image.key().equals(key) ? null : image);
    displaced.remove(key);
  }

  Collection<ProcessImage> all() {
    return List.copyOf(images.values());
  }
}
