package dev.plumbline.it.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.it.host.Launcher;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;

/**
 * An ext4 on a disk with a write cache that a loss of power empties: {@code forgetful_disk.c} under
 * a loop device. Confined to the thread of the test.
 */
final class ForgetfulDisk {
  private static final long BYTES = 96L << 20;

  private final Path program;
  private final Path directory;
  private Process disk;
  private String loop = "";

  private ForgetfulDisk(Path program, Path directory) {
    this.program = program;
    this.directory = directory;
  }

  /** Made anew, and mounted. */
  static ForgetfulDisk mounted(Launcher launcher, Path parent) throws Exception {
    Launcher.assumeWorks(List.of("mkfs.ext4", "-V"));
    Assumptions.assumeTrue(
        Files.isWritable(Path.of("/dev/fuse")) && Files.isWritable(Path.of("/dev/loop-control")),
        "needs file systems in user space and loop devices");
    Path program = launcher.compiled("forgetful_disk", List.of());
    ForgetfulDisk disk =
        new ForgetfulDisk(program, Files.createDirectories(parent.resolve("power")));
    try (RandomAccessFile content = new RandomAccessFile(disk.content().toFile(), "rw")) {
      content.setLength(BYTES);
    }
    Files.createDirectories(disk.directory.resolve("device"));
    Files.createDirectories(disk.fileSystem());
    disk.attach();
    run("mkfs.ext4", "-q", "-E", "nodiscard", disk.loop);
    run("mount", disk.loop, disk.fileSystem().toString());
    run("sync", "-f", disk.fileSystem().toString());
    return disk;
  }

  private Path content() {
    return directory.resolve("content");
  }

  /** Where it is mounted. */
  Path fileSystem() {
    return directory.resolve("files");
  }

  private Path device() {
    return directory.resolve("device/disk");
  }

  private void attach() throws Exception {
    disk =
        new ProcessBuilder(
                program.toString(), device().getParent().toString(), content().toString())
            .inheritIO()
            .start();
    for (int i = 0; i < 600 && !Files.exists(device()); i++) {
      assertThat(disk.isAlive()).isTrue();
      Thread.sleep(50);
    }
    loop = run("losetup", "-f", "--show", device().toString()).strip();
  }

  /** What was not flushed is lost, but for a random half of it. */
  void losePower() throws Exception {
    disk.destroy();
    assertThat(disk.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(disk.exitValue()).isZero();
  }

  private void detach() throws Exception {
    run("umount", "-l", fileSystem().toString());
    run("losetup", "-d", loop);
    run("umount", "-l", device().getParent().toString());
  }

  /** The journal is replayed, as after every loss of power. */
  void restorePower() throws Exception {
    detach();
    attach();
    run("mount", loop, fileSystem().toString());
  }

  static String run(String... command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as("%s: %s", String.join(" ", command), said).isZero();
    return said;
  }

  /** Nothing of it is left, wherever a test ended. */
  void end() throws Exception {
    if (disk.isAlive()) {
      losePower();
    }
    detach();
  }
}
