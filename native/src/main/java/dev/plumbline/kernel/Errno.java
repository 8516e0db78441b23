package dev.plumbline.kernel;

import java.util.Map;

/** Error numbers of Linux that we act on or that deserve a name in a message. */
final class Errno {
  static final int EPERM = 1;
  static final int ENOENT = 2;
  static final int ESRCH = 3;
  static final int EINTR = 4;
  static final int E2BIG = 7;
  static final int EAGAIN = 11;
  static final int ENOMEM = 12;
  static final int EACCES = 13;
  static final int EFAULT = 14;
  static final int EBUSY = 16;
  static final int EEXIST = 17;
  static final int ENODEV = 19;
  static final int EINVAL = 22;
  static final int ENOSPC = 28;
  static final int ENOSYS = 38;
  static final int EOPNOTSUPP = 95;

  /** The kernel's own "not supported", which leaks from BPF maps without batch operations. */
  static final int ENOTSUPP = 524;

  private static final Map<Integer, String> NAMES =
      Map.ofEntries(
          Map.entry(EPERM, "EPERM"),
          Map.entry(ENOENT, "ENOENT"),
          Map.entry(ESRCH, "ESRCH"),
          Map.entry(EINTR, "EINTR"),
          Map.entry(E2BIG, "E2BIG"),
          Map.entry(EAGAIN, "EAGAIN"),
          Map.entry(ENOMEM, "ENOMEM"),
          Map.entry(EACCES, "EACCES"),
          Map.entry(EFAULT, "EFAULT"),
          Map.entry(EBUSY, "EBUSY"),
          Map.entry(EEXIST, "EEXIST"),
          Map.entry(ENODEV, "ENODEV"),
          Map.entry(EINVAL, "EINVAL"),
          Map.entry(ENOSPC, "ENOSPC"),
          Map.entry(ENOSYS, "ENOSYS"),
          Map.entry(EOPNOTSUPP, "EOPNOTSUPP"),
          Map.entry(ENOTSUPP, "ENOTSUPP"));

  private Errno() {}

  static String name(int errno) {
    return NAMES.getOrDefault(errno, "errno " + errno);
  }
}
