package dev.plumbline.agent.natives;

/** Values of the kernel's headers; equal on all architectures. */
final class LinuxConstants {
  /** {@code MFD_CLOEXEC}: a child process inherits nothing (case AG-01). */
  static final int MFD_CLOEXEC = 0x1;

  /** {@code FALLOC_FL_KEEP_SIZE | FALLOC_FL_PUNCH_HOLE}. */
  static final int PUNCH_HOLE = 0x1 | 0x2;

  private LinuxConstants() {}
}
