package dev.plumbline.container;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.container.source.JsonObject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/** Whatever stands in the files of others, reading them ends without an error. */
class ForeignBytesTest {
  private static final byte[] CONFIG =
      """
      [{"id":"a","names":["x",["y"],null],"n":1.5e9,"t":true,"o":{"p":{"q":{"r":{"s":[{}]}}}},
       "metadata":"{\\"image-name\\":\\"\\u00e9\\"}"},{"id":"b","names":[]}]
      """
          .getBytes(StandardCharsets.UTF_8);
  private static final byte[] STAT =
      "21 (a b) c) S 20 1 1 0 -1 4194560 1006 0 0 0 1 1 0 0 20 0 1 0 30 2322432 332"
          .getBytes(StandardCharsets.UTF_8);

  private static Path directory;

  @BeforeContainer
  static void create() throws IOException {
    directory = Files.createTempDirectory("foreign");
    Files.createDirectories(directory.resolve("21"));
  }

  @AfterContainer
  static void delete() throws IOException {
    for (String name : new String[] {"f.json", "21/stat", "21/status", "21/cgroup", "21", ""}) {
      Files.deleteIfExists(directory.resolve(name));
    }
  }

  private static byte[] spoiled(byte[] valid, int at, byte with, int length) {
    byte[] spoiled = Arrays.copyOf(valid, Math.min(length, valid.length));
    if (at < spoiled.length) {
      spoiled[at] = with;
    }
    return spoiled;
  }

  @Property(tries = 500)
  void spoiled_json_is_read_or_refused(
      @ForAll @IntRange(max = 220) int at,
      @ForAll byte with,
      @ForAll @IntRange(max = 250) int length)
      throws IOException {
    byte[] content = spoiled(CONFIG, at, with, length);
    Path file = Files.write(directory.resolve("f.json"), content);

    JsonObject found = JsonObject.find(file, "id", "a");

    assertThat(found == null || found.text("id").equals("a")).isTrue();
    assertThat(JsonObject.parse(new String(content, StandardCharsets.ISO_8859_1))).isNotNull();
    JsonObject.read(file);
  }

  @Property(tries = 300)
  void spoiled_process_files_are_read_or_refused(
      @ForAll @IntRange(max = 80) int at, @ForAll byte with, @ForAll @IntRange(max = 90) int length)
      throws IOException {
    byte[] content = spoiled(STAT, at, with, length);
    for (String name : new String[] {"stat", "status", "cgroup"}) {
      Files.write(directory.resolve("21").resolve(name), content);
    }
    ProcessFiles files = new ProcessFiles(new HostPaths(directory, directory));

    ProcessFiles.Stat stat = files.stat(21);
    assertThat(stat == null || stat.comm() != null).isTrue();
    assertThat(files.owner(21)).isNull();
    assertThat(CgroupLines.identity(files.cgroups(21)).isContainer()).isFalse();
  }

  @Property(tries = 40)
  void unspoiled_json_is_found(@ForAll @IntRange(min = 1, max = 40) int depth) throws IOException {
    String nested = "{\"skipped\":" + "[".repeat(depth) + "]".repeat(depth) + ",\"id\":\"a\"}";
    Path file = Files.writeString(directory.resolve("f.json"), "[{\"id\":\"b\"}," + nested + "]");

    assertThat(JsonObject.find(file, "id", "a")).isNotNull();
    assertThat(JsonObject.find(file, "id", "c")).isNull();
  }
}
