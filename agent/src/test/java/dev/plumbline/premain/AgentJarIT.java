package dev.plumbline.premain;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the agent jar holds, what of it an application can see, and how large it is. */
class AgentJarIT {
  private static final Path AGENT_JAR = Path.of(System.getProperty("plumbline.agent.jar"));
  private static final String CLASSES = "META-INF/plumbline/classes.bin";
  private static final String ISOLATED = "META-INF/plumbline/isolated/";
  private static final long MAX_BYTES = 8L << 20;

  private JarFile jar;

  @BeforeEach
  void open() throws IOException {
    jar = new JarFile(AGENT_JAR.toFile());
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
    assertThat(main.getValue("Main-Class")).isEqualTo("dev.plumbline.premain.Help");
    assertThat(main.getValue("Agent-Class")).isEqualTo("dev.plumbline.premain.Premain");
    assertThat(main.getValue("Boot-Class-Path")).isNull();
    assertThat(main.getValue("Class-Path")).isNull();
    assertThat(names().get(0)).isEqualTo("META-INF/MANIFEST.MF");
  }

  @Test
  void run_as_a_program_it_prints_the_settings() throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-jar",
                AGENT_JAR.toString(),
                "help")
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor()).isZero();
      assertThat(printed).contains("otel-profiles-exporter", "PLUMBLINE_INTERVAL", "10s");
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void application_can_load_the_premain_alone() {
    assertThat(names().stream().filter(name -> name.endsWith(".class")))
        .containsExactlyInAnyOrder(
            "dev/plumbline/premain/AgentThread.class",
            "dev/plumbline/premain/EarlyEnd.class",
            "dev/plumbline/premain/Help.class",
            "dev/plumbline/premain/HostJvm.class",
            "dev/plumbline/premain/IsolatedClassLoader.class",
            "dev/plumbline/premain/JvmSection.class",
            "dev/plumbline/premain/PackedClasses.class",
            "dev/plumbline/premain/Premain.class",
            "dev/plumbline/premain/PremainSettings.class",
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
      if (name.endsWith(".class")) {
        byte[] bytes = jar.getInputStream(jar.getEntry(name)).readAllBytes();
        assertThat(classFileVersion(bytes))
            .as(name)
            .isLessThanOrEqualTo(name.startsWith("dev/plumbline/premain/") ? 52 : 55);
      }
    }
    PackedClasses packed = new PackedClasses(jar, CLASSES);
    for (String name : reachable().keySet()) {
      assertThat(classFileVersion(requireNonNull(packed.read(name)))).as(name).isLessThan(56);
    }
  }

  private static int classFileVersion(byte[] bytes) {
    ByteBuffer header = ByteBuffer.wrap(bytes);
    assertThat(header.getInt(0)).isEqualTo(0xCAFEBABE);
    return header.getShort(6);
  }

  @Test
  void every_reachable_class_is_packed_and_read_back_byte_for_byte() throws IOException {
    PackedClasses packed = new PackedClasses(jar, CLASSES);

    Map<String, byte[]> reachable = reachable();
    assertThat(reachable).hasSizeGreaterThan(2_000);
    Set<String> packages = new TreeSet<>();
    for (Map.Entry<String, byte[]> entry : reachable.entrySet()) {
      String name = entry.getKey();
      assertThat(packed.contains(name)).as(name).isTrue();
      assertThat(packed.read(name)).as(name).isEqualTo(entry.getValue());
      packages.add(name.substring(0, name.lastIndexOf('.')));
    }
    assertThat(packed.packages()).containsExactlyElementsOf(packages);
  }

  @Test
  void absent_class_is_not_found_even_if_its_hash_is_that_of_another() throws IOException {
    PackedClasses packed = new PackedClasses(jar, CLASSES);
    String present = "dev.plumbline.agent.Agent";
    // One letter grows by 1, which counts 31, and the next shrinks by 31.
    String sameHash = "dev.plumbline.agent.AgeoU";

    assertThat(sameHash.hashCode()).isEqualTo(present.hashCode());
    assertThat(packed.read(present)).isNotNull();
    assertThat(packed.read(sameHash)).isNull();
    assertThat(packed.contains("dev.plumbline.agent.Absent")).isFalse();
    assertThat(packed.read("java.lang.Object")).isNull();
  }

  /** What the build found reachable, but for what the application sees. */
  private static Map<String, byte[]> reachable() throws IOException {
    Map<String, byte[]> classes = new TreeMap<>();
    Path reachable = AGENT_JAR.resolveSibling("reachable.jar");
    try (ZipInputStream in = new ZipInputStream(Files.newInputStream(reachable))) {
      for (ZipEntry entry; (entry = in.getNextEntry()) != null; ) {
        String name = entry.getName();
        boolean isIsolated =
            name.endsWith(".class")
                && !name.endsWith("package-info.class")
                && !name.startsWith("dev/plumbline/premain/")
                && !name.startsWith("dev/plumbline/module/");
        if (isIsolated) {
          classes.put(name.substring(0, name.length() - 6).replace('/', '.'), in.readAllBytes());
        }
      }
    }
    return classes;
  }

  @Test
  void isolated_classes_are_ours_and_the_libraries_that_design_names() throws IOException {
    Set<String> roots = new TreeSet<>();
    for (String name : new PackedClasses(jar, CLASSES).packages()) {
      String[] parts = name.split("\\.", -1);
      roots.add(parts[0] + "." + parts[1]);
    }

    assertThat(roots)
        .containsExactlyInAnyOrder(
            "dev.plumbline",
            "one.profiler",
            "one.jfr",
            "com.sun",
            "com.google",
            "io.grpc",
            "io.netty",
            "io.perfmark",
            "org.snakeyaml");
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
    PackedClasses packed = new PackedClasses(jar, CLASSES);
    for (String name : names()) {
      if (name.startsWith(ISOLATED + "META-INF/services/")) {
        String text = new String(jar.getInputStream(jar.getEntry(name)).readAllBytes(), "UTF-8");
        text.lines()
            .map(String::trim)
            .filter(line -> !line.isEmpty() && !line.startsWith("#"))
            .filter(line -> !packed.contains(line))
            .forEach(missing::add);
      }
    }
    assertThat(missing).isEmpty();
  }

  @Test
  void version_is_that_of_the_build() throws IOException {
    ZipEntry entry = jar.getEntry(ISOLATED + "dev/plumbline/export/version.txt");

    assertThat(new String(jar.getInputStream(entry).readAllBytes(), "UTF-8").trim())
        .isEqualTo(jar.getManifest().getMainAttributes().getValue("Implementation-Version"));
  }

  @Test
  void no_name_stands_twice_and_the_jar_is_small() throws IOException {
    assertThat(names()).doesNotHaveDuplicates();
    assertThat(Files.size(AGENT_JAR)).isLessThanOrEqualTo(MAX_BYTES);
  }
}
