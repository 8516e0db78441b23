package dev.plumbline.it.jvm;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipFile;

/** The agent's own async-profiler, for recordings without the agent. */
public final class AsyncProfilerLibrary {
  private static final String ENTRY = "META-INF/plumbline/native/linux-x64/libasyncProfiler.so";

  private AsyncProfilerLibrary() {}

  /** A copy in that directory. */
  public static Path unpackedTo(Path directory) {
    final Path library = directory.resolve("libasyncProfiler.so");
    try (ZipFile jar = new ZipFile(Checkout.agentJar().toFile());
        InputStream in = jar.getInputStream(jar.getEntry(ENTRY))) {
      Files.copy(in, library);
      return library;
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}
