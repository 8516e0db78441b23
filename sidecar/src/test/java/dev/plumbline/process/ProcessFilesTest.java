package dev.plumbline.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessFilesTest {
  @TempDir private Path proc;

  private ProcessFiles process(String executable, String... arguments) throws IOException {
    Path directory = Files.createDirectory(proc.resolve("7"));
    Files.createSymbolicLink(directory.resolve("exe"), Path.of(executable));
    Files.writeString(directory.resolve("cmdline"), String.join("\0", arguments) + "\0");
    return new ProcessFiles(proc);
  }

  private static MemoryMap map(String path) {
    return new MemoryMap(0x1000, 0x2000, 0, new FileIdentity(1, 2, 3), path, false);
  }

  @Test
  void nameWithParentheses_isReadToTheLast() {
    String rest = " S 1 1 1 0 -1 4194560 1 2 3 4 5 6 7 8 20 0 1 0 98765 4096 2 3";
    assertThat(ProcessFiles.parseStat("12 (a) b (c))" + rest, 12))
        .isEqualTo(new ProcessFiles.Stat("a) b (c)", 98765, 4096, 12));
    assertThat(ProcessFiles.parseStat("12 (a) S 1 2", 12)).isNull();
    assertThat(ProcessFiles.parseStat("12 (a)" + rest.replace(" 4096 2 3", ""), 12)).isNull();
    assertThat(ProcessFiles.parseStat("", 12)).isNull();
    assertThat(ProcessFiles.parseStat(")(", 12)).isNull();
  }

  @Test
  void gone_isNull() {
    assertThat(new ProcessFiles(proc).stat(7)).isNull();
    assertThat(new ProcessFiles(proc).executable(7)).isNull();
    assertThat(new ProcessFiles(proc).arguments(7)).isEmpty();
  }

  @Test
  void program_hasTheNameOfItsLeader() throws IOException {
    ProcessFiles files = process("/usr/bin/python3.11 (deleted)", "python3", "x.py");
    assertThat(ProgramNames.of(files, 7, "python3", List.of(map("/usr/bin/python3.11"))))
        .isEqualTo(new ProgramName("python3", "/usr/bin/python3.11"));
  }

  @Test
  void nameThatIsNoPathHere_isReadAllTheSame() {
    assertThat(ProgramNames.fileName("/srv/\ud800/a\udfffb")).isEqualTo("a\udfffb");
    MemoryMap map = map("/srv/\ud800/a");
    ExecutableFile file = new ExecutableFiles(new ProcessFiles(proc)).open(7, map);
    assertThat(file.isUnread()).isTrue();
    assertThat(file.displayPath()).isEqualTo("/srv/\ud800/a");
  }

  @Test
  void loader_givesItsNameToNobody() throws IOException {
    String loader = "/usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2";
    ProcessFiles files = process(loader, loader, "--library-path", "/opt/lib", "./spin", "arg");
    List<MemoryMap> maps = List.of(map(loader), map("/srv/app/spin"));
    assertThat(ProgramNames.of(files, 7, "ld-linux-x86-64", maps))
        .isEqualTo(new ProgramName("spin", "/srv/app/spin"));
    assertThat(ProgramNames.of(files, 7, "ld-linux-x86-64", List.of(map(loader))))
        .isEqualTo(new ProgramName("ld-linux-x86-64", loader));
  }
}
