package dev.plumbline.process;

import java.util.Collection;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The latest image of each process. Thread-safe. */
final class ProcessDirectory {
  private final ConcurrentHashMap<Integer, ProcessImage> images = new ConcurrentHashMap<>();

  /** The process with that id and start; 0 as start fits any. */
  @Nullable ProcessImage find(int pid, long startTicks) {
    ProcessImage image = images.get(pid);
    return image != null && fits(image, startTicks) ? image : null;
  }

  private static boolean fits(ProcessImage image, long startTicks) {
    long known = image.key().startTicks();
    return startTicks == 0 || known == 0 || startTicks == known;
  }

  /** Puts an image in place of any. */
  void put(ProcessImage image) {
    images.put(image.key().pid(), image);
  }

  /** Changes the image of a process, or makes the first one from {@code fresh}. */
  void update(ProcessImage fresh, UnaryOperator<ProcessImage> change) {
    images.compute(
        fresh.key().pid(),
        (pid, old) ->
            old != null && fits(old, fresh.key().startTicks()) ? change.apply(old) : fresh);
  }

  /**
   * Puts a newer image in place of one of the same execution; false when the process has begun to
   * execute another program meanwhile.
   */
  boolean replace(ProcessImage old, ProcessImage newer) {
    ProcessImage now =
        images.compute(
            old.key().pid(),
            (pid, current) ->
                current == null
                        || current.isSameExecution(old)
                        || !fits(current, old.key().startTicks())
                    ? newer
                    : current);
    return now == newer;
  }

  void remove(ProcessKey key) {
    images.computeIfPresent(key.pid(), (pid, image) -> image.key().equals(key) ? null : image);
  }

  Collection<ProcessImage> all() {
    return List.copyOf(images.values());
  }
}
