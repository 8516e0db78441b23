package dev.plumbline.serve.machine;

import dev.plumbline.config.Variables;
import dev.plumbline.fault.FaultText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Where SQLite and JNA unpack their native libraries: the temporary directory, unless nothing there
 * may be executed, as on a hardened machine, or it has no room; then the daemon's own directories.
 * Stateless.
 */
public final class NativeLibraries {
  private static final Set<String> PROPERTIES = Set.of("org.sqlite.tmpdir", "jna.tmpdir");
  private static final String SUBDIRECTORY = "native";

  /** Both libraries, unpacked. */
  private static final long NEEDED_BYTES = 4L << 20;

  private NativeLibraries() {}

  /**
   * To be called before either is used; what a user has set stays.
   *
   * @throws ServeException if there is no such place
   */
  public static void place(Variables environment) throws ServeException {
    if (PROPERTIES.stream().allMatch(property -> System.getProperty(property) != null)) {
      return;
    }
    Path temporary = Path.of(System.getProperty("java.io.tmpdir", "/tmp"));
    Path chosen =
        firstUsable(
            List.of(temporary, cache(environment), StateDirectory.ofUser(environment)),
            MountTable.ofProcess());
    if (!chosen.equals(temporary)) {
      Path directory = made(chosen.resolve(SUBDIRECTORY));
      for (String property : PROPERTIES) {
        if (System.getProperty(property) == null) {
          System.setProperty(property, directory.toString());
        }
      }
    }
  }

  private static Path cache(Variables environment) {
    String given = environment.get("CACHE_DIRECTORY");
    return Path.of(given == null || given.isEmpty() ? "/var/cache/plumbline" : given);
  }

  static Path firstUsable(List<Path> places, MountTable mounts) throws ServeException {
    List<String> refused = new ArrayList<>();
    for (Path place : places) {
      String fault = fault(place, mounts);
      if (fault.isEmpty()) {
        return place;
      }
      refused.add(place + " (" + fault + ")");
    }
    throw new ServeException(
        "no directory to load native libraries from: "
            + String.join(", ", refused)
            + "; PLUMBLINE_OPTS=-Djava.io.tmpdir=DIR names another one");
  }

  /** Empty if libraries can be loaded from there. */
  private static String fault(Path place, MountTable mounts) {
    try {
      Files.createDirectories(place);
      Path real = place.toRealPath();
      if (mounts.isNoexec(real)) {
        return "mounted noexec";
      }
      if (!Files.isWritable(real)) {
        return "not writable";
      }
      return Files.getFileStore(real).getUsableSpace() < NEEDED_BYTES ? "full" : "";
    } catch (IOException e) {
      return "not usable: " + FaultText.of(e);
    }
  }

  /** Only for us: whoever could write there could run code here. */
  private static Path made(Path directory) throws ServeException {
    try {
      Files.createDirectories(directory);
      Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx------"));
      return directory;
    } catch (IOException e) {
      throw new ServeException(
          directory + " for native libraries cannot be made: " + FaultText.of(e), e);
    }
  }
}
