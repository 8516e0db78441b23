package dev.plumbline.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class MemoryMapsTest {
  private final MemoryMaps maps = new MemoryMaps(Path.of("/proc"));

  private List<MemoryMap> parse(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return maps.parse(bytes, bytes.length);
  }

  @Test
  void executableLines_areKept() {
    List<MemoryMap> found =
        parse(
            "55d0-55d1 r--p 00000000 fd:01 77 /usr/bin/a b\n"
                + "55d1-55e0 r-xp 00001000 fd:01 77 /usr/bin/a b\n"
                + "7f00-7f10 rwxp 00000000 00:00 0 \n"
                + "7f20-7f30 r-xp 00002000 00:1a 12345678 /tmp/x (deleted)\n"
                + "ffffffffff600000-ffffffffff601000 --xp 00000000 00:00 0 [vsyscall]\n");
    assertThat(found)
        .containsExactly(
            new MemoryMap(
                0x55d1, 0x55e0, 0x1000, new FileIdentity(0xfd, 1, 77), "/usr/bin/a b", false),
            new MemoryMap(0x7f00, 0x7f10, 0, new FileIdentity(0, 0, 0), "", false),
            new MemoryMap(
                0x7f20, 0x7f30, 0x2000, new FileIdentity(0, 0x1a, 12345678), "/tmp/x", true),
            new MemoryMap(
                0xffffffffff600000L,
                0xffffffffff601000L,
                0,
                new FileIdentity(0, 0, 0),
                "[vsyscall]",
                false));
    assertThat(maps.malformed()).isZero();
  }

  @Test
  void linesThatContradictThemselves_areCounted() {
    List<MemoryMap> found =
        parse("2000-1000 r-xp 0 0:0 1 /a\nxyz-1000 r-xp 0 0:0 1 /a\n1000-2000 r-xp 0 0:0 q /a\n");
    assertThat(found).isEmpty();
    assertThat(maps.malformed()).isEqualTo(3);
  }

  @Property(tries = 500)
  void anyBytes_areReadToTheEnd(@ForAll @Size(max = 300) byte[] bytes) {
    assertThat(maps.parse(bytes.clone(), bytes.length)).hasSizeLessThan(300);
  }

  @Test
  void ownMappings_holdTheJvm() throws IOException {
    assertThat(maps.read((int) ProcessHandle.current().pid()))
        .anyMatch(map -> map.path().endsWith("libjvm.so"))
        .anyMatch(map -> map.path().equals("[vdso]"));
  }
}
