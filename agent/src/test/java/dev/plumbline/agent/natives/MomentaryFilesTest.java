package dev.plumbline.agent.natives;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MomentaryFilesTest {
  private static final String FILE = "libasyncProfiler.so";

  @TempDir Path directory;

  private final MomentaryFiles copies = new MomentaryFiles();

  @Test
  void copy_names_its_process_and_goes_when_it_is_deleted() throws IOException {
    Path copy = copies.create(directory, FILE);

    assertThat(copy).isRegularFile();
    assertThat(String.valueOf(copy.getFileName()))
        .startsWith("plumbline-" + ProcessHandle.current().pid() + "-")
        .endsWith("-" + FILE);
    copies.delete(copy);
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void end_of_the_jvm_removes_all_and_allows_no_other() throws IOException {
    copies.create(directory, FILE);
    copies.create(directory, "libjnidispatch.so");
    copies.close();

    assertThat(directory).isEmptyDirectory();
    assertThatThrownBy(() -> copies.create(directory, FILE)).isInstanceOf(IOException.class);
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void copies_of_dead_processes_go_and_nothing_else_does() throws Exception {
    Process dead = new ProcessBuilder("true").start();
    dead.waitFor();
    Path stale = file("plumbline-" + dead.pid() + "-123-" + FILE);
    Path living = file("plumbline-" + ProcessHandle.current().pid() + "-123-" + FILE);
    Path recording = file("plumbline-" + dead.pid() + "-123-recording.jfr");
    Path copyOfAWindow = file("plumbline-" + dead.pid() + "-1234567890123-000001.jfr");
    Path foreign = file("libasyncProfiler-" + dead.pid() + ".so");
    Path named = file("plumbline-agent-123-" + FILE);

    copies.create(directory, FILE);

    assertThat(stale).doesNotExist();
    assertThat(living).exists();
    assertThat(recording).doesNotExist();
    assertThat(copyOfAWindow).exists();
    assertThat(foreign).exists();
    assertThat(named).exists();
  }

  private Path file(String name) throws IOException {
    return Files.createFile(directory.resolve(name));
  }
}
