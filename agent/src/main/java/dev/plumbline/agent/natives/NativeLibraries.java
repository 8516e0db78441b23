package dev.plumbline.agent.natives;

import static java.util.Objects.requireNonNull;

import dev.plumbline.fault.FaultText;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import one.profiler.AsyncProfiler;
import org.jspecify.annotations.Nullable;

/**
 * Loads async-profiler's library and finds a libc to call. A library is taken from {@code
 * native.dir}, from beside the agent jar, from a copy in the first directory that allows exec, or
 * from memory. Confined to the thread that starts the agent.
 */
public final class NativeLibraries {
  static final String PROFILER_FILE = "libasyncProfiler.so";
  static final String JNA_FILE = "libjnidispatch.so";

  private final File agentJar;
  private final @Nullable Path nativeDirectory;
  private final List<Path> directories;
  private final Map<String, URL> resourceFiles;
  private final MomentaryFiles copies;
  private final Platform platform;

  /** Loads one library from a path; an {@link UnsatisfiedLinkError} means: try the next one. */
  private interface Loading<T> {
    T from(Path library) throws Exception;
  }

  private NativeLibraries(
      File agentJar,
      @Nullable Path nativeDirectory,
      List<Path> directories,
      Map<String, URL> resourceFiles,
      MomentaryFiles copies,
      Platform platform) {
    this.agentJar = requireNonNull(agentJar, "agentJar");
    this.nativeDirectory = nativeDirectory;
    this.directories = directories;
    this.resourceFiles = resourceFiles;
    this.copies = copies;
    this.platform = platform;
  }

  /**
   * @param nativeDirectory null if the user names none
   * @param directories where a copy may be laid, the first that serves is taken
   * @param resourceFiles the isolated loader's, by which JNA finds its library
   * @param copies closed by whoever ends the JVM meanwhile
   * @throws NativeLoadException on a platform without libraries
   */
  public static NativeLibraries of(
      File agentJar,
      @Nullable Path nativeDirectory,
      List<Path> directories,
      Map<String, URL> resourceFiles,
      MomentaryFiles copies)
      throws NativeLoadException {
    String os = System.getProperty("os.name", "");
    String architecture = System.getProperty("os.arch", "");
    Platform platform = Platform.of(os, architecture);
    if (platform == null) {
      throw new NativeLoadException("there is no profiler for " + os + " on " + architecture);
    }
    return new NativeLibraries(
        agentJar, nativeDirectory, directories, resourceFiles, copies, platform);
  }

  /**
   * The libc that this JVM can call; null if there is none, and files in memory must be done
   * without.
   */
  public @Nullable MemoryFiles memoryFiles() {
    if (Runtime.version().feature() >= 22) {
      try {
        return new MemoryFiles(new ForeignLibc());
      } catch (ReflectiveOperationException | LinkageError ignored) {
        return null; // a JVM that has changed since: the plain file serves
      }
    }
    try {
      return load(
          JNA_FILE,
          null,
          library -> {
            resourceFiles.put(platform.jnaResource(), library.toUri().toURL());
            return new MemoryFiles(new JnaLibc());
          });
    } catch (NativeLoadException ignored) {
      return null; // the plain file serves
    }
  }

  /**
   * @param memoryFiles null if there is none
   * @throws NativeLoadException if the library loads from nowhere
   */
  public AsyncProfiler profiler(@Nullable MemoryFiles memoryFiles) throws NativeLoadException {
    return load(
        PROFILER_FILE, memoryFiles, library -> AsyncProfiler.getInstance(library.toString()));
  }

  private <T> T load(String file, @Nullable MemoryFiles memoryFiles, Loading<T> loading)
      throws NativeLoadException {
    List<String> failures = new ArrayList<>();
    for (Path library : givenLibraries(file)) {
      try {
        return loading.from(library);
      } catch (Exception | LinkageError e) {
        failures.add(library + ": " + FaultText.ofForeign(e));
      }
    }
    for (Path directory : directories) {
      @Nullable Path copy = null;
      try {
        copy = copyTo(directory.toAbsolutePath(), file);
        return loading.from(copy);
      } catch (Exception | LinkageError e) {
        failures.add(directory + ": " + FaultText.ofForeign(e));
      } finally {
        if (copy != null) {
          copies.delete(copy);
        }
      }
    }
    if (memoryFiles != null) {
      try (MemoryFiles.MemoryFile memory = memoryFiles.create("plumbline-" + file)) {
        write(file, memory.path());
        return loading.from(memory.path());
      } catch (Exception | LinkageError e) {
        failures.add("memory: " + FaultText.ofForeign(e));
      }
    }
    throw new NativeLoadException(file + " loads from nowhere: " + String.join("; ", failures));
  }

  private List<Path> givenLibraries(String file) {
    List<Path> given = new ArrayList<>();
    if (nativeDirectory != null) {
      given.add(nativeDirectory.resolve(file).toAbsolutePath());
    }
    File parent = agentJar.getAbsoluteFile().getParentFile();
    if (parent != null) {
      given.add(parent.toPath().resolve(file));
    }
    given.removeIf(library -> !Files.isRegularFile(library));
    return given;
  }

  private Path copyTo(Path directory, String file) throws IOException {
    Path copy = copies.create(directory, file);
    try {
      write(file, copy);
    } catch (IOException e) {
      copies.delete(copy);
      throw e;
    }
    return copy;
  }

  private void write(String file, Path target) throws IOException {
    try (ZipFile jar = new ZipFile(agentJar)) {
      ZipEntry entry = jar.getEntry(platform.entry(file));
      if (entry == null) {
        throw new IOException(agentJar + " has no " + platform.entry(file));
      }
      try (InputStream in = jar.getInputStream(entry);
          FileChannel out = FileChannel.open(target, StandardOpenOption.WRITE)) {
        in.transferTo(Channels.newOutputStream(out));
      }
    }
  }

  /** The order in which directories are tried: the user's, then where temporary files belong. */
  public static List<Path> directories(String userDirectory) {
    List<Path> directories = new ArrayList<>();
    if (!userDirectory.isEmpty()) {
      directories.add(Paths.get(userDirectory));
    }
    directories.add(Paths.get(System.getProperty("java.io.tmpdir", "/tmp")));
    directories.add(Paths.get("/dev/shm"));
    directories.add(Paths.get("/var/tmp"));
    directories.add(Paths.get("").toAbsolutePath());
    return directories;
  }
}
