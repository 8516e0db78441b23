package dev.plumbline.it.app;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.ThreadMXBean;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Generates, loads, heats and drops classes G1, G2, … so that compiled code is reclaimed while it
 * is profiled, beside one stable method with a known share of the CPU. Usage: {@code ClassChurn
 * SECONDS}; to be run with a small code cache.
 */
public final class ClassChurn {
  private static final long STABLE_NANOS = TimeUnit.MILLISECONDS.toNanos(120);
  private static final long GENERATED_NANOS = TimeUnit.MILLISECONDS.toNanos(80);

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private ClassChurn() {}

  public static void main(String[] args) throws Exception {
    final long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(Long.parseLong(args[0]));
    final JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    long stable = 0;
    long generated = 0;
    long reclaimedCode = 0;
    long code = codeBytes();
    int number = 0;
    while (System.nanoTime() < end) {
      number++;
      final Runnable work = load(compiler, "G" + number);
      final long start = THREADS.getCurrentThreadCpuTime();
      stableWork(start + STABLE_NANOS);
      final long middle = THREADS.getCurrentThreadCpuTime();
      generatedWork(work, middle + GENERATED_NANOS);
      stable += middle - start;
      generated += THREADS.getCurrentThreadCpuTime() - middle;
      if (number % 50 == 0) {
        System.gc();
      }
      final long before = code;
      code = codeBytes();
      reclaimedCode += Math.max(0, before - code);
    }
    Truth.share("stable", stable, stable + generated);
    Truth.amount("classes", number);
    Truth.amount("code.reclaimed.bytes", reclaimedCode);
  }

  /** Of compiled methods and what else the JVM has generated. */
  private static long codeBytes() {
    long bytes = 0;
    for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
      if (pool.getName().startsWith("Code")) {
        bytes += pool.getUsage().getUsed();
      }
    }
    return bytes;
  }

  private static long stableWork(long untilCpuNanos) {
    long value = 1;
    while (THREADS.getCurrentThreadCpuTime() < untilCpuNanos) {
      value = Spin.rounds(value);
    }
    return value;
  }

  private static void generatedWork(Runnable work, long untilCpuNanos) {
    while (THREADS.getCurrentThreadCpuTime() < untilCpuNanos) {
      work.run();
    }
  }

  private static Runnable load(JavaCompiler compiler, String name) throws Exception {
    final String source =
        "public class "
            + name
            + " implements Runnable { long v; public void run() { v = burn(v); }"
            + " long burn(long s) { for (int i = 0; i < 20000; i++) s += (long) i * i ^ s >> 3;"
            + " return s; } }";
    final Map<String, byte[]> classes = compile(compiler, name, source);
    final ClassLoader loader =
        new ClassLoader(ClassChurn.class.getClassLoader()) {
          @Override
          protected Class<?> findClass(String wanted) throws ClassNotFoundException {
            final byte[] bytes = classes.get(wanted);
            if (bytes == null) {
              throw new ClassNotFoundException(wanted);
            }
            return defineClass(wanted, bytes, 0, bytes.length);
          }
        };
    return (Runnable) loader.loadClass(name).getDeclaredConstructor().newInstance();
  }

  private static Map<String, byte[]> compile(JavaCompiler compiler, String name, String source)
      throws IOException {
    final Map<String, ByteArrayOutputStream> outputs = new HashMap<>();
    try (StandardJavaFileManager standard = compiler.getStandardFileManager(null, null, null)) {
      final JavaFileManager inMemory =
          new ForwardingJavaFileManager<StandardJavaFileManager>(standard) {
            @Override
            public JavaFileObject getJavaFileForOutput(
                Location location, String className, JavaFileObject.Kind kind, FileObject of) {
              return new SimpleJavaFileObject(URI.create("memory:///" + className), kind) {
                @Override
                public OutputStream openOutputStream() {
                  final ByteArrayOutputStream out = new ByteArrayOutputStream();
                  outputs.put(className, out);
                  return out;
                }
              };
            }
          };
      compiler
          .getTask(
              null, inMemory, null, List.of("-proc:none"), null, List.of(sourceFile(name, source)))
          .call();
    }
    final Map<String, byte[]> classes = new HashMap<>();
    outputs.forEach((className, out) -> classes.put(className, out.toByteArray()));
    return classes;
  }

  private static JavaFileObject sourceFile(String name, String source) {
    return new SimpleJavaFileObject(
        URI.create("memory:///" + name + ".java"), JavaFileObject.Kind.SOURCE) {
      @Override
      public CharSequence getCharContent(boolean ignoreEncodingErrors) {
        return source;
      }
    };
  }
}
