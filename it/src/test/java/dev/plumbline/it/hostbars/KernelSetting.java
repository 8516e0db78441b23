package dev.plumbline.it.hostbars;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A setting under {@code /proc/sys}, changed for a while and then restored. */
final class KernelSetting implements AutoCloseable {
  private final Path file;
  private final String before;

  private KernelSetting(Path file, String before) {
    this.file = file;
    this.before = before;
  }

  static KernelSetting set(String name, int value) throws IOException {
    Path file = Path.of("/proc/sys/kernel", name);
    String before = read(file);
    Files.writeString(file, Integer.toString(value));
    return new KernelSetting(file, before);
  }

  static int get(String name) throws IOException {
    return Integer.parseInt(read(Path.of("/proc/sys/kernel", name)));
  }

  /** In one read: the kernel ends a number's file behind what the first read took of it. */
  private static String read(Path file) throws IOException {
    return Files.readAllLines(file).get(0).strip();
  }

  @Override
  public void close() throws IOException {
    Files.writeString(file, before);
  }
}
