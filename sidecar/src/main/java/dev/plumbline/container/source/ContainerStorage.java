package dev.plumbline.container.source;

import dev.plumbline.container.HostPaths;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One directory {@code DRIVER-containers} of the storage that podman and CRI-O share. Immutable.
 *
 * @param containers the directory
 */
record ContainerStorage(Path containers) {
  private static final String SUFFIX = "-containers";
  private static final List<String> ROOTS =
      List.of(
          "/run/containers/storage", "/var/run/containers/storage", "/var/lib/containers/storage");
  private static final List<String> DRIVERS = List.of("overlay", "vfs", "btrfs", "zfs");

  /** Where a container may be: what its monitor says first, then where root's are by default. */
  static List<ContainerStorage> candidates(HostPaths host, @Nullable Conmon conmon) {
    List<ContainerStorage> candidates = new ArrayList<>();
    if (conmon != null && conmon.bundle().startsWith("/")) {
      Path containers = host.resolve(conmon.bundle() + "/../..").normalize();
      if (containers.endsWith(fileName(containers)) && fileName(containers).endsWith(SUFFIX)) {
        candidates.add(new ContainerStorage(containers));
      }
    }
    for (String root : ROOTS) {
      for (String driver : DRIVERS) {
        candidates.add(new ContainerStorage(host.resolve(root).resolve(driver + SUFFIX)));
      }
    }
    return candidates;
  }

  private static String fileName(Path path) {
    Path name = path.getFileName();
    return name == null ? "" : name.toString();
  }

  /** Annotations in a container's {@code config.json}; null if it is not here. */
  @Nullable JsonObject annotations(String id) {
    JsonObject config = JsonObject.read(userData(id).resolve("config.json"));
    return config == null ? null : config.object("annotations");
  }

  Path userData(String id) {
    return containers.resolve(id).resolve("userdata");
  }

  /** The container's entry in {@code containers.json}; null if it is not here. */
  @Nullable JsonObject entry(String id) {
    return JsonObject.find(containers.resolve("containers.json"), "id", id);
  }

  /** Digest of an image's manifest by the image's id; empty if it is not here. */
  String imageDigest(String imageId) {
    if (imageId.isEmpty()) {
      return "";
    }
    String name = fileName(containers);
    String driver = name.substring(0, name.length() - SUFFIX.length());
    Path images = containers.resolveSibling(driver + "-images").resolve("images.json");
    JsonObject image = JsonObject.find(images, "id", imageId);
    return image == null ? "" : image.text("digest");
  }
}
