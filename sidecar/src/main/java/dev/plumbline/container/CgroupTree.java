package dev.plumbline.container;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The unified hierarchy, mounted alone or beside those of version 1. The inode of a directory in it
 * is the id that BPF programs see. Confined to one thread.
 */
public final class CgroupTree {
  private static final int MAX_DIRECTORIES = 32_768;
  private static final int MAX_DEPTH = 32;
  private static final int MAX_PROCS_BYTES = 4096;

  private final Path mount;

  private CgroupTree(Path mount) {
    this.mount = mount;
  }

  /** Null on hosts that have hierarchies of version 1 only. */
  public static @Nullable CgroupTree open(HostPaths host) {
    for (String mount : new String[] {"/sys/fs/cgroup", "/sys/fs/cgroup/unified"}) {
      Path directory = host.resolve(mount);
      if (Files.isRegularFile(directory.resolve("cgroup.controllers"))) {
        return new CgroupTree(directory);
      }
    }
    return null;
  }

  /**
   * All cgroups: paths by ids, parents before their children. Reads every directory, at most
   * 32,768.
   */
  public Map<Long, String> scan() {
    Map<Long, String> paths = new LinkedHashMap<>();
    Deque<Path> pending = new ArrayDeque<>();
    pending.add(mount);
    int depthOfMount = mount.getNameCount();
    while (!pending.isEmpty() && paths.size() < MAX_DIRECTORIES) {
      Path directory = pending.remove();
      long id = id(directory);
      if (id != 0) {
        paths.put(id, "/" + mount.relativize(directory));
        if (directory.getNameCount() - depthOfMount < MAX_DEPTH) {
          addChildren(directory, pending);
        }
      }
    }
    return paths;
  }

  private static void addChildren(Path directory, Deque<Path> pending) {
    try (DirectoryStream<Path> children =
        Files.newDirectoryStream(
            directory, child -> Files.isDirectory(child, LinkOption.NOFOLLOW_LINKS))) {
      for (Path child : children) {
        pending.add(child);
      }
    } catch (IOException | RuntimeException ignored) {
      // Removed while it was read.
    }
  }

  private static long id(Path directory) {
    try {
      return Files.getAttribute(directory, "unix:ino", LinkOption.NOFOLLOW_LINKS)
              instanceof Long inode
          ? inode
          : 0;
    } catch (IOException | RuntimeException ignored) {
      // Removed while it was read.
      return 0;
    }
  }

  /** The id of a path as {@link #scan} gives them; 0 if there is no such cgroup. */
  public long id(String path) {
    return id(mount.resolve(path.substring(1)));
  }

  /** A process directly in the cgroup; 0 for none. */
  public int anyProcess(String path) {
    byte[] bytes =
        BoundedFile.firstBytes(
            mount.resolve(path.substring(1)).resolve("cgroup.procs"), MAX_PROCS_BYTES);
    int pid = 0;
    for (int i = 0; bytes != null && i < bytes.length && bytes[i] != '\n'; i++) {
      if (bytes[i] < '0' || bytes[i] > '9' || i > 9) {
        return 0;
      }
      pid = pid * 10 + bytes[i] - '0';
    }
    return pid;
  }
}
