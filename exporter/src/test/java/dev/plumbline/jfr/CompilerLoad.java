package dev.plumbline.jfr;

import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/** Many distinct deep stacks: the Java compiler on a few threads, beside idle ones. */
final class CompilerLoad {
  private static final int BUSY_THREADS = 4;
  private static final int IDLE_THREADS = 30;
  private static final int METHODS = 300;

  private CompilerLoad() {}

  /** Argument: seconds. */
  public static void main(String[] arguments) throws Exception {
    long end = System.nanoTime() + Long.parseLong(arguments[0]) * 1_000_000_000;
    Path directory = Files.createTempDirectory("compiler-load");
    Path source = Files.writeString(directory.resolve("Generated.java"), source());
    Object monitor = new Object();
    for (int i = 0; i < IDLE_THREADS; i++) {
      start("idle-" + i, () -> sleepUntil(end));
    }
    Thread[] busy = new Thread[BUSY_THREADS];
    for (int i = 0; i < BUSY_THREADS; i++) {
      int number = i;
      busy[i] =
          start("busy-" + i, () -> compile(source, directory.resolve("" + number), monitor, end));
    }
    for (Thread thread : busy) {
      thread.join();
    }
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : (Iterable<Path>) files.sorted(Comparator.reverseOrder())::iterator) {
        Files.delete(file);
      }
    }
    System.exit(0);
  }

  private static Thread start(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.start();
    return thread;
  }

  private static void sleepUntil(long end) {
    try {
      Thread.sleep(Math.max(0, (end - System.nanoTime()) / 1_000_000));
    } catch (InterruptedException ignored) {
      // The program ends anyway.
    }
  }

  private static void compile(Path source, Path classes, Object monitor, long end) {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try {
      Files.createDirectories(classes);
      while (System.nanoTime() < end) {
        compiler.run(
            null,
            OutputStream.nullOutputStream(),
            OutputStream.nullOutputStream(),
            "-proc:none",
            "-d",
            classes.toString(),
            source.toString());
        synchronized (monitor) {
          Thread.sleep(15);
        }
      }
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static String source() {
    StringBuilder text =
        new StringBuilder("import java.util.*;import java.util.stream.*;class Generated {");
    List<String> bodies =
        List.of(
            "return Stream.of(1,2,3).map(x->x+%1$d).filter(x->x>2).collect(Collectors.toList()).size();",
            "Map<String,List<Integer>> m=new TreeMap<>();for(int i=0;i<%1$d;i++)m.computeIfAbsent(\"k\"+i,k->new ArrayList<>()).add(i);return m.size();",
            "class L<T extends Comparable<T>>{T v;int c(T o){return v.compareTo(o);}}L<Integer> l=new L<>();l.v=%1$d;return l.c(3);",
            "switch(\"a\"+%1$d){case \"a1\":return 1;case \"a2\":return 2;default:return new Object(){int q(){return %1$d;}}.q();}",
            "try{return Integer.parseInt(\"%1$d\");}catch(RuntimeException e){throw e;}finally{System.gc();}");
    for (int i = 0; i < METHODS; i++) {
      text.append("int m")
          .append(i)
          .append("(){")
          .append(String.format(bodies.get(i % bodies.size()), i))
          .append("}");
    }
    return text.append("}").toString();
  }
}
