package dev.plumbline.jvm;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/**
 * Loads, heats and drops classes of one shape, so that memory of code and of classes is used again
 * by the next; prints when each began and ended to run.
 */
final class ClassChurn {
  private static final String TEMPLATE = "Churned0000";
  private static final long HEAT_NANOS = TimeUnit.MILLISECONDS.toNanos(60);
  private static final int CLASSES_PER_COLLECTION = 4;

  /** So rarely that next to no sample falls into the look at the clock, which may be slow. */
  private static final int RUNS_PER_LOOK = 5;

  private ClassChurn() {}

  public static void main(String[] arguments) throws Exception {
    byte[] template;
    try (InputStream stream = ClassChurn.class.getResourceAsStream(TEMPLATE + ".class")) {
      template = stream.readAllBytes();
    }
    for (int i = 1; i < 10_000; i++) {
      String name = String.format("Churned%04d", i);
      Runnable work = load(template, name);
      long start = System.nanoTime();
      do {
        for (int run = 0; run < RUNS_PER_LOOK; run++) {
          work.run();
        }
      } while (System.nanoTime() - start < HEAT_NANOS);
      System.out.println("RAN " + name + " " + start + " " + System.nanoTime());
      work = null;
      if (i % CLASSES_PER_COLLECTION == 0) {
        System.gc();
      }
    }
  }

  private static Runnable load(byte[] template, String name)
      throws IOException, ReflectiveOperationException {
    String latin = new String(template, StandardCharsets.ISO_8859_1);
    byte[] renamed = latin.replace(TEMPLATE, name).getBytes(StandardCharsets.ISO_8859_1);
    ClassLoader thrownAway =
        new ClassLoader(ClassChurn.class.getClassLoader()) {
          @Override
          protected Class<?> findClass(String wanted) {
            return defineClass(wanted, renamed, 0, renamed.length);
          }
        };
    String full = ClassChurn.class.getPackageName() + "." + name;
    return (Runnable) thrownAway.loadClass(full).getDeclaredConstructor().newInstance();
  }
}
