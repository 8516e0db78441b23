package dev.plumbline.attribute;

import dev.plumbline.container.CgroupIdentity;
import dev.plumbline.container.Container;
import org.jspecify.annotations.Nullable;

/**
 * What is known of one process. Texts that are not known are empty. Immutable.
 *
 * @param pid in the host's pid namespace
 * @param startTicks start in ticks of 10 ms since boot; 0 if not known
 * @param comm name of the leading thread
 * @param executablePath in the process's own root, of the program where a dynamic loader was told
 *     to run it; empty for kernel threads
 * @param credentials owner
 * @param parent that it was read with
 * @param placement where it runs
 */
public record ProcessAttributes(
    int pid,
    long startTicks,
    String comm,
    String executablePath,
    Credentials credentials,
    Parent parent,
    Placement placement) {

  /**
   * Effective ids and their names on the host.
   *
   * @param uid user, as unsigned number
   * @param gid group, as unsigned number
   * @param user name or {@code uid:N}
   * @param group name or {@code gid:N}
   */
  public record Credentials(int uid, int gid, String user, String group) {
    /** The process ended before it was read. */
    public static final Credentials UNKNOWN = new Credentials(0, 0, "", "");
  }

  /**
   * The parent.
   *
   * @param pid 0 for none
   * @param comm name of its leading thread
   */
  public record Parent(int pid, String comm) {
    /** The process has none, or ended before it was read. */
    public static final Parent NONE = new Parent(0, "");
  }

  /**
   * Where the process runs.
   *
   * @param cgroupId by which it was found; 0 if the kernel did not say
   * @param mountNamespace inode; 0 where it may not be read
   * @param identity what the cgroup's path tells
   * @param container null outside containers
   */
  public record Placement(
      long cgroupId, long mountNamespace, CgroupIdentity identity, @Nullable Container container) {}

  /** Last component of the executable's path. */
  public String executableName() {
    return executablePath.substring(executablePath.lastIndexOf('/') + 1);
  }

  /** Null outside containers. */
  public @Nullable Container container() {
    return placement.container();
  }

  ProcessAttributes withPlacement(Placement newPlacement) {
    return new ProcessAttributes(
        pid, startTicks, comm, executablePath, credentials, parent, newPlacement);
  }

  /** The same process while it ran another program. */
  public ProcessAttributes withProgram(String name, String path) {
    return new ProcessAttributes(pid, startTicks, name, path, credentials, parent, placement);
  }
}
