package dev.plumbline.agent.child;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the agent jar holds, what of it an application can see, and how large it is. */
class AgentJarIT {
  private static final String ISOLATED = "META-INF/plumbline/isolated/";
  private static final long MAX_BYTES = 8L << 20;

  private JarFile jar;

  @BeforeEach
  void open() throws IOException {
    jar = new JarFile(Child.agentJar().toFile());
  }

  @AfterEach
  void close() throws IOException {
    jar.close();
  }

  private List<String> names() {
    return jar.stream().map(ZipEntry::getName).toList();
  }

  @Test
  void manifest_names_the_entry_points_and_comes_first() throws IOException {
    Attributes main = jar.getManifest().getMainAttributes();

    assertThat(main.getValue("Premain-Class")).isEqualTo("dev.plumbline.premain.Premain");
    assertThat(main.getValue("Agent-Class")).isEqualTo("dev.plumbline.premain.Premain");
    assertThat(main.getValue("Boot-Class-Path")).isNull();
    assertThat(main.getValue("Class-Path")).isNull();
    assertThat(names().get(0)).isEqualTo("META-INF/MANIFEST.MF");
  }

  @Test
  void application_can_load_the_premain_alone() {
    assertThat(names().stream().filter(name -> name.endsWith(".class")))
        .containsExactlyInAnyOrder(
            "dev/plumbline/premain/AgentThread.class",
            "dev/plumbline/premain/HostJvm.class",
            "dev/plumbline/premain/IsolatedClassLoader.class",
            "dev/plumbline/premain/Premain.class",
            "dev/plumbline/module/IsolatedLayer.class",
            "dev/plumbline/module/IsolatedLayer$LoaderReference.class",
            "dev/plumbline/module/IsolatedLayer$SingleFinder.class");
    assertThat(
            names().stream()
                .filter(name -> !name.startsWith("META-INF/plumbline/"))
                .filter(name -> !name.endsWith(".class")))
        .containsExactlyInAnyOrder("META-INF/MANIFEST.MF", "META-INF/LICENSE");
  }

  @Test
  void premain_is_read_by_java_8_and_nothing_isolated_needs_more_than_11() throws IOException {
    for (String name : names()) {
      if (name.endsWith(".class") || name.endsWith(".classdata")) {
        assertThat(classFileVersion(name))
            .as(name)
            .isLessThanOrEqualTo(name.startsWith("dev/plumbline/premain/") ? 52 : 55);
      }
    }
  }

  private int classFileVersion(String name) throws IOException {
    try (DataInputStream in = new DataInputStream(jar.getInputStream(jar.getEntry(name)))) {
      assertThat(in.readInt()).as(name).isEqualTo(0xCAFEBABE);
      in.readUnsignedShort();
      return in.readUnsignedShort();
    }
  }

  @Test
  void isolated_classes_are_ours_and_the_libraries_that_design_names() {
    Set<String> roots = new TreeSet<>();
    for (String name : names()) {
      if (name.startsWith(ISOLATED) && name.endsWith(".classdata")) {
        String[] parts = name.substring(ISOLATED.length()).split("/");
        roots.add(parts[0] + "/" + parts[1]);
      }
    }

    assertThat(roots)
        .contains("dev/plumbline", "one/profiler", "com/sun")
        .isSubsetOf(
            "dev/plumbline",
            "one/profiler",
            "one/jfr",
            "com/sun",
            "com/google",
            "io/grpc",
            "io/netty",
            "io/perfmark",
            "org/snakeyaml");
  }

  @Test
  void natives_are_those_of_linux_on_two_architectures() {
    assertThat(names().stream().filter(name -> name.endsWith(".so")))
        .containsExactlyInAnyOrder(
            "META-INF/plumbline/native/linux-x64/libasyncProfiler.so",
            "META-INF/plumbline/native/linux-arm64/libasyncProfiler.so",
            "META-INF/plumbline/native/linux-x64/libjnidispatch.so",
            "META-INF/plumbline/native/linux-arm64/libjnidispatch.so",
            ISOLATED + "META-INF/native/libnetty_transport_native_epoll_x86_64.so",
            ISOLATED + "META-INF/native/libnetty_transport_native_epoll_aarch_64.so");
  }

  @Test
  void service_files_name_classes_that_are_there() throws IOException {
    List<String> missing = new ArrayList<>();
    Set<String> entries = new HashSet<>(names());
    for (String name : names()) {
      if (name.startsWith(ISOLATED + "META-INF/services/")) {
        String text = new String(jar.getInputStream(jar.getEntry(name)).readAllBytes(), "UTF-8");
        text.lines()
            .map(String::trim)
            .filter(line -> !line.isEmpty() && !line.startsWith("#"))
            .filter(line -> !entries.contains(ISOLATED + line.replace('.', '/') + ".classdata"))
            .forEach(missing::add);
      }
    }
    assertThat(missing).isEmpty();
  }

  @Test
  void no_name_stands_twice_and_the_jar_is_small() throws IOException {
    assertThat(names()).doesNotHaveDuplicates();
    assertThat(Files.size(Child.agentJar())).isLessThanOrEqualTo(MAX_BYTES);
  }
}
