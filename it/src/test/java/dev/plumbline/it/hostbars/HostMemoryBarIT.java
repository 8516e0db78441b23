package dev.plumbline.it.hostbars;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.it.host.HostTestCase;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Memory with 500 live processes that map 300 files of the system's. */
@Tag("bars")
class HostMemoryBarIT extends HostTestCase {
  private static final int GROUPS = 10;
  private static final int PROCESSES_PER_GROUP = 50;
  private static final int FILES_PER_GROUP = 30;
  private static final int SECONDS = 60;
  private static final double MAX_MEGABYTES = 160;
  private static final double MAX_KERNEL_MEGABYTES = 32;
  private static final Path LIBRARIES = Path.of("/usr/lib/x86_64-linux-gnu");

  private final List<Process> crowds = new ArrayList<>();

  /** The children first: nobody else would end them. */
  @AfterEach
  void endCrowds() throws InterruptedException {
    for (Process crowd : crowds) {
      crowd.descendants().forEach(ProcessHandle::destroyForcibly);
      crowd.destroyForcibly().waitFor();
    }
  }

  private static boolean isElf(Path file) {
    try (var channel = Files.newByteChannel(file)) {
      ByteBuffer magic = ByteBuffer.allocate(4);
      return Files.isRegularFile(file) && channel.read(magic) == 4 && magic.getInt(0) == 0x7f454c46;
    } catch (IOException e) {
      return false;
    }
  }

  private static List<String> libraries() throws IOException {
    try (Stream<Path> files = Files.walk(LIBRARIES, 3)) {
      return files
          .filter(file -> file.toString().contains(".so") && !Files.isSymbolicLink(file))
          .filter(HostMemoryBarIT::isElf)
          .sorted()
          .limit((long) GROUPS * FILES_PER_GROUP)
          .map(Path::toString)
          .toList();
    }
  }

  @Test
  void manyProcessesAndFiles_stayWithinTheirMemory() throws Exception {
    List<String> files = libraries();
    System.out.println(files.size() + " libraries");
    launcher.compiled("crowd", List.of());
    for (int group = 0; group < GROUPS; group++) {
      List<String> command = new ArrayList<>();
      command.add(directory.resolve("crowd").toString());
      command.add(Integer.toString(PROCESSES_PER_GROUP));
      int from = Math.min(files.size(), group * FILES_PER_GROUP);
      command.addAll(files.subList(from, Math.min(files.size(), from + FILES_PER_GROUP)));
      crowds.add(launcher.started(command.toArray(String[]::new)));
    }
    try (HostProfiler run = HostProfiler.start(launcher, directory, "--frequency=99", "-v")) {
      TimeUnit.SECONDS.sleep(SECONDS);
      ProcessCost cost = ProcessCost.of(run.pid());
      String err = run.terminate();
      double kernelMegabytes = kernelMegabytes(err);
      System.out.printf(
          Locale.ROOT,
          "%d processes, %d files: RSS %.1f MB, peak %.1f MB, kernel %.1f MB%n%s%n",
          GROUPS * PROCESSES_PER_GROUP,
          files.size(),
          cost.residentMegabytes(),
          cost.peakMegabytes(),
          kernelMegabytes,
          err);
      assertThat(Completeness.received(run.collector()).all()).isNotEmpty();
      assertThat(cost.peakMegabytes()).isLessThanOrEqualTo(MAX_MEGABYTES);
      assertThat(kernelMegabytes).isBetween(1.0, MAX_KERNEL_MEGABYTES);
    }
  }

  /** From the line {@code kernel memory N bytes in maps and tables, …}. */
  private static double kernelMegabytes(String err) {
    return err.lines()
        .filter(line -> line.contains("kernel memory "))
        .mapToDouble(
            line ->
                Double.parseDouble(line.replaceAll(".*kernel memory ([0-9]+) bytes.*", "$1"))
                    / (1 << 20))
        .max()
        .orElse(-1);
  }
}
