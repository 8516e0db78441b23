package dev.plumbline.it.load;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.atomic.LongAdder;

/** What a machine may be busy with. Each counts its operations; its threads never end. */
enum Workload {
  /** Two threads that sort small arrays: no allocation worth a word. */
  CPU {
    @Override
    void start(LongAdder operations) {
      for (int i = 0; i < BUSY_THREADS; i++) {
        final Random random = new Random(i);
        daemon("load-cpu-" + i, () -> forever(operations, () -> sort(random)));
      }
    }
  },

  /** Two threads that fill lists and maps with short-lived objects. */
  ALLOC {
    @Override
    void start(LongAdder operations) {
      for (int i = 0; i < BUSY_THREADS; i++) {
        final Random random = new Random(i);
        daemon("load-alloc-" + i, () -> forever(operations, () -> fill(random)));
      }
    }
  },

  /** 400 threads in pairs that hand a ball over after each little piece of work. */
  HANDOVER {
    @Override
    void start(LongAdder operations) {
      for (int i = 0; i < HANDOVER_PAIRS; i++) {
        final SynchronousQueue<Integer> there = new SynchronousQueue<>();
        final SynchronousQueue<Integer> back = new SynchronousQueue<>();
        final Random random = new Random(i);
        daemon(
            "load-server-" + i,
            () ->
                forever(
                    operations,
                    () -> {
                      there.put(1);
                      back.take();
                      return sort(random);
                    }));
        daemon(
            "load-client-" + i,
            () ->
                forever(
                    new LongAdder(),
                    () -> {
                      final int ball = there.take();
                      back.put(ball);
                      return ball;
                    }));
      }
    }
  };

  private static final int BUSY_THREADS = 2;
  private static final int HANDOVER_PAIRS = 200;
  private static final int ARRAY_LENGTH = 64;
  private static final int SORTS = 20;

  /** Starts the threads and returns. */
  abstract void start(LongAdder operations);

  private interface Operation {
    Object run() throws InterruptedException;
  }

  private static void forever(LongAdder operations, Operation operation) {
    Object last = "";
    try {
      while (!last.equals(Workload.class)) {
        last = operation.run();
        operations.increment();
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static void daemon(String name, Runnable work) {
    final Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
  }

  /** Insertion sort of one array, again and again under another order. */
  private static Object sort(Random random) {
    final int[] array = random.ints(ARRAY_LENGTH).toArray();
    for (int round = 0; round < SORTS; round++) {
      for (int i = 1; i < ARRAY_LENGTH; i++) {
        final int value = array[i] ^ round;
        int at = i - 1;
        while (at >= 0 && array[at] > value) {
          array[at + 1] = array[at];
          at--;
        }
        array[at + 1] = value;
      }
    }
    return array[0];
  }

  private static Object fill(Random random) {
    final List<Object> list = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      list.add(new byte[64 + random.nextInt(400)]);
      if (i % 16 == 0) {
        list.add("text " + i + random.nextInt());
      }
    }
    final Map<Integer, Object> map = new HashMap<>();
    for (int i = 0; i < 100; i++) {
      map.put(i * 31, list.get(i));
    }
    return map.size();
  }
}
