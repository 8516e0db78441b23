package dev.plumbline.serve.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NativeLibrariesTest {
  @TempDir Path directory;

  private static String mount(Path point, String options) {
    String escaped = point.toString().replace(" ", "\\040");
    return "36 35 98:0 / " + escaped + " " + options + " shared:1 - tmpfs tmpfs rw,mode=755";
  }

  @Test
  void noexec_isOfTheNearestMount_andOfTheLastAtOnePoint() {
    Path hard = Path.of("/srv/hard disk");
    MountTable mounts =
        MountTable.of(
            List.of(
                mount(Path.of("/"), "rw,relatime"),
                mount(hard, "rw,nosuid,noexec,relatime"),
                mount(hard.resolve("soft"), "rw"),
                mount(Path.of("/twice"), "rw"),
                mount(Path.of("/twice"), "rw,noexec"),
                "nonsense"));
    assertThat(mounts.isNoexec(Path.of("/tmp"))).isFalse();
    assertThat(mounts.isNoexec(hard.resolve("a/b"))).isTrue();
    assertThat(mounts.isNoexec(hard.resolve("soft/b"))).isFalse();
    assertThat(mounts.isNoexec(Path.of("/twice"))).isTrue();
  }

  @Test
  void firstPlaceThatExecutes_isTaken() throws Exception {
    Path hard = Files.createDirectory(directory.resolve("hard")).toRealPath();
    Path file = Files.createFile(directory.resolve("file"));
    Path soft = directory.toRealPath().resolve("soft");
    MountTable mounts = MountTable.of(List.of(mount(hard, "rw,noexec")));
    assertThat(NativeLibraries.firstUsable(List.of(hard, file, soft), mounts)).isEqualTo(soft);
  }

  @Test
  void noSuchPlace_isOneLineWithEachReason() throws Exception {
    Path hard = Files.createDirectory(directory.resolve("hard")).toRealPath();
    MountTable mounts = MountTable.of(List.of(mount(hard, "rw,noexec")));
    ServeException refused =
        catchThrowableOfType(
            ServeException.class, () -> NativeLibraries.firstUsable(List.of(hard), mounts));
    assertThat(refused)
        .hasMessageContaining(hard + " (mounted noexec)")
        .hasMessageContaining("PLUMBLINE_OPTS=-Djava.io.tmpdir=DIR");
  }
}
