package dev.plumbline.kernel;

import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;

/**
 * libc, direct-mapped, for 64-bit Linux. Thread-safe. Arguments are words, so one fixed signature
 * fits the variadic {@code syscall} and {@code ioctl} in the ABIs of x86-64 and AArch64. Results
 * are those of the kernel: negative means the negated error number. No exceptions here, since some
 * errors (no such key, end of a batch) are the normal way to stop.
 */
final class Libc {
  static final boolean IS_AARCH64 = System.getProperty("os.arch").equals("aarch64");

  private static final String LIBRARY_PATH = "jna.platform.library.path";

  private static final int BPF = IS_AARCH64 ? 280 : 321;
  private static final int PERF_EVENT_OPEN = IS_AARCH64 ? 241 : 298;
  private static final int OPENAT = IS_AARCH64 ? 56 : 257;
  private static final int READLINKAT = IS_AARCH64 ? 78 : 267;
  private static final int READ = IS_AARCH64 ? 63 : 0;

  /** Memory that may be read and written. */
  static final int READ_AND_WRITE = 3;

  private static final int PRIVATE_ANONYMOUS_NO_RESERVE = 2 | 0x20 | 0x4000;

  /** Names are taken from the working directory, which for absolute ones is the same. */
  private static final int AT_CWD = -100;

  private static final int READ_ONLY_CLOSE_ON_EXEC = 0x80000;

  static {
    // JNA would start ldconfig to learn where libraries lie; none is searched here.
    if (System.getProperty(LIBRARY_PATH) == null) {
      System.setProperty(LIBRARY_PATH, "");
    }
    Native.register(Libc.class, NativeLibrary.getProcess());
  }

  private Libc() {}

  private static native long syscall(long number, long a, long b, long c, long d, long e, long f);

  private static native long mmap(
      long address, long length, int protection, int flags, int fd, long offset);

  private static native int munmap(long address, long length);

  private static native int mprotect(long address, long length, int protection);

  private static native int madvise(long address, long length, int advice);

  private static native int ioctl(int fd, long request, long argument);

  private static native int close(int fd);

  private static native int getpagesize();

  private static native int poll(long fds, long count, int timeoutMillis);

  private static native long process_vm_readv(
      int pid, long local, long localCount, long remote, long remoteCount, long flags);

  private static native int setrlimit(int resource, long limits);

  private static native int execve(String path, long arguments, long environment);

  private static native long signal(int number, long handler);

  private static native int socket(int domain, int type, int protocol);

  private static native long sendto(
      int fd, long bytes, long length, int flags, long address, int addressLength);

  /** malloc_trim(3). False where libc is not glibc, which alone has it. */
  static boolean trimHeap() {
    try {
      NativeLibrary.getProcess().getFunction("malloc_trim").invokeInt(new Object[] {0L});
      return true;
    } catch (UnsatisfiedLinkError absent) {
      return false;
    }
  }

  private static long result(long returned) {
    return returned == -1 ? -Native.getLastError() : returned;
  }

  /** bpf(2). */
  static int bpf(int command, long attributes, int size) {
    return (int) result(syscall(BPF, command, attributes, size, 0, 0, 0));
  }

  /** perf_event_open(2), with {@code PERF_FLAG_FD_CLOEXEC}. */
  static int perfEventOpen(long attributes, int pid, int cpu) {
    return (int) result(syscall(PERF_EVENT_OPEN, attributes, pid, cpu, -1, 8, 0));
  }

  /** openat(2) of a file by the address of its path, to be read and not inherited. */
  static int openToRead(long path) {
    return (int) result(syscall(OPENAT, AT_CWD, path, READ_ONLY_CLOSE_ON_EXEC, 0, 0, 0));
  }

  static long read(int fd, long to, long length) {
    return result(syscall(READ, fd, to, length, 0, 0, 0));
  }

  static int readLink(long path, long to, long length) {
    return (int) result(syscall(READLINKAT, AT_CWD, path, to, length, 0, 0));
  }

  /** mmap(2) of a descriptor, shared; protection 1 is read, 3 read and write. */
  static long map(int fd, long offset, long length, int protection) {
    return result(mmap(0, length, protection, 1, fd, offset));
  }

  /** mmap(2) of address space, private and without rights. */
  static long reserve(long length) {
    return result(mmap(0, length, 0, PRIVATE_ANONYMOUS_NO_RESERVE, -1, 0));
  }

  static int protect(long address, long length, int protection) {
    return (int) result(mprotect(address, length, protection));
  }

  static int unmap(long address, long length) {
    return (int) result(munmap(address, length));
  }

  static int control(int fd, long request, long argument) {
    return (int) result(ioctl(fd, request, argument));
  }

  /** close(2); a descriptor is closed at most once by its owner, so the result is of no use. */
  static void closeDescriptor(int fd) {
    close(fd);
  }

  static int pageBytes() {
    return getpagesize();
  }

  static int poll(long fds, int count, int timeoutMillis) {
    return (int) result(poll(fds, (long) count, timeoutMillis));
  }

  static int advise(long address, long length, int advice) {
    return (int) result(madvise(address, length, advice));
  }

  static long readProcess(int pid, long local, long remote, int ranges) {
    return result(process_vm_readv(pid, local, 1, remote, ranges, 0));
  }

  /** Sets soft and hard limit of a resource; {@code limits} is two words. */
  static int setLimit(int resource, long limits) {
    return (int) result(setrlimit(resource, limits));
  }

  /** The handler before. */
  static long handleSignal(int number, long handler) {
    return signal(number, handler);
  }

  static int execute(String path, long arguments, long environment) {
    return (int) result(execve(path, arguments, environment));
  }

  /** socket(2): a unix datagram socket that programs we start do not get. */
  static int unixDatagramSocket() {
    return (int) result(socket(1, 2 | 0x80000, 0));
  }

  /** sendto(2), which does not raise SIGPIPE. */
  static long send(int fd, long bytes, long length, long address, int addressLength) {
    return result(sendto(fd, bytes, length, 0x4000, address, addressLength));
  }
}
