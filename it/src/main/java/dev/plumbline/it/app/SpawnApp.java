package dev.plumbline.it.app;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Starts children from many threads while others burn CPU: a signal at the wrong moment of process
 * creation must not lose a thread. Usage: {@code SpawnApp THREADS CHILDREN_EACH}. Says on standard
 * output how many have ended; the last child lists its file descriptors there.
 */
public final class SpawnApp {
  private static final int SPINNERS = 4;
  private static final int PROGRESS = 50;
  private static final long CHILD_PATIENCE_SECONDS = 5;

  /** For all of them; a thread that never comes back is then left. */
  private static final long PATIENCE_MINUTES = 25;

  private SpawnApp() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    final int threads = Integer.parseInt(args[0]);
    final int children = Integer.parseInt(args[1]);
    for (int i = 0; i < SPINNERS; i++) {
      startDaemon("spinner-" + i, () -> Spin.untilNanoTime(Long.MAX_VALUE));
    }
    final AtomicInteger ended = new AtomicInteger();
    final List<Thread> spawners = new ArrayList<>();
    final long start = System.nanoTime();
    for (int i = 0; i < threads; i++) {
      spawners.add(startDaemon("spawner-" + i, () -> spawn(children, ended)));
    }
    final long end = start + TimeUnit.MINUTES.toNanos(PATIENCE_MINUTES);
    for (Thread spawner : spawners) {
      spawner.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime())));
    }
    Truth.amount("elapsed.nanos", System.nanoTime() - start);
    Truth.amount("children.ended", ended.get());
    Truth.amount("threads.creating", threadsInProcessCreation());
    listDescriptorsOfChild();
  }

  private static Thread startDaemon(String name, Runnable work) {
    final Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  private static void spawn(int children, AtomicInteger ended) {
    for (int i = 0; i < children; i++) {
      try {
        final Process child = new ProcessBuilder("/bin/true").start();
        if (child.waitFor(CHILD_PATIENCE_SECONDS, TimeUnit.SECONDS)) {
          sayProgress(ended.incrementAndGet());
        } else {
          child.destroyForcibly();
        }
      } catch (IOException | InterruptedException failed) {
        System.out.println("child failed: " + failed);
      }
    }
  }

  private static void sayProgress(int ended) {
    if (ended % PROGRESS == 0) {
      System.out.println("progress " + ended);
    }
  }

  private static long threadsInProcessCreation() {
    return Thread.getAllStackTraces().values().stream()
        .filter(
            frames -> {
              for (StackTraceElement frame : frames) {
                if (frame.getMethodName().equals("forkAndExec")) {
                  return true;
                }
              }
              return false;
            })
        .count();
  }

  private static void listDescriptorsOfChild() throws IOException, InterruptedException {
    final Process child = new ProcessBuilder("/bin/ls", "-l", "/proc/self/fd").start();
    final String listing =
        new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    child.waitFor();
    for (String line : listing.split("\n", -1)) {
      if (line.contains("->")) {
        System.out.println("descriptor " + line.substring(line.indexOf("->") - 3).trim());
      }
    }
  }
}
