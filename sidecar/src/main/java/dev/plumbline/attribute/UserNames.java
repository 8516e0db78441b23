package dev.plumbline.attribute;

import dev.plumbline.attribute.ProcessAttributes.Credentials;
import dev.plumbline.container.HostPaths;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Names of users and groups by the host's files, without its name services. */
final class UserNames {
  private final NameFile users;
  private final NameFile groups;

  UserNames(HostPaths host, LongSupplier ticker) {
    this.users = new NameFile(host.resolve("/etc/passwd"), ticker);
    this.groups = new NameFile(host.resolve("/etc/group"), ticker);
  }

  Credentials credentials(int uid, int gid) {
    return new Credentials(
        uid, gid, orNumber(users.name(uid), "uid:", uid), orNumber(groups.name(gid), "gid:", gid));
  }

  /** Of a process that was not read; empty texts for what is not known. */
  Credentials credentials(ChosenOwner owner) {
    Credentials all = credentials(owner.uid().orElse(0), owner.gid().orElse(0));
    return new Credentials(
        all.uid(),
        all.gid(),
        owner.uid().isPresent() ? all.user() : "",
        owner.gid().isPresent() ? all.group() : "");
  }

  private static String orNumber(@Nullable String name, String prefix, int number) {
    return name == null ? prefix + Integer.toUnsignedString(number) : name;
  }
}
