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
    String before = Files.readString(file).strip();
    Files.writeString(file, Integer.toString(value));
    return new KernelSetting(file, before);
  }

  static int get(String name) throws IOException {
    return Integer.parseInt(Files.readString(Path.of("/proc/sys/kernel", name)).strip());
  }

  @Override
  public void close() throws IOException {
    Files.writeString(file, before);
  }
}
