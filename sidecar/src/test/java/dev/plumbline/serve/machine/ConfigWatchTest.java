package dev.plumbline.serve.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigWatchTest {
  @TempDir Path directory;

  private Path write(String name, String text) throws IOException {
    return Files.writeString(directory.resolve(name), text);
  }

  /** Two looks after what was changed last. */
  private static boolean settledChange(ConfigWatch watch) {
    assertThat(watch.hasChanged()).isFalse();
    return watch.hasChanged();
  }

  @Test
  void change_isToldOnce() throws IOException {
    Path config = write("config.yaml", "a: 1");
    ConfigWatch watch = new ConfigWatch(config);
    assertThat(watch.hasChanged()).isFalse();
    write("config.yaml", "a: 2");
    assertThat(settledChange(watch)).isTrue();
    assertThat(watch.hasChanged()).isFalse();
  }

  @Test
  void fileThatIsBeingWritten_isToldWhenItIsWhole() throws IOException {
    Path config = write("config.yaml", "a: 1");
    ConfigWatch watch = new ConfigWatch(config);
    for (String half : List.of("", "a", "a: ")) {
      write("config.yaml", half);
      assertThat(watch.hasChanged()).as(half).isFalse();
    }
    write("config.yaml", "a: 1"); // saved without a change
    assertThat(settledChange(watch)).isFalse();
    write("config.yaml", "a: 12");
    assertThat(settledChange(watch)).isTrue();
  }

  @Test
  void wish_isToldAtOnce_andWhatItFoundIsNotToldAgain() throws IOException {
    Path config = write("config.yaml", "a: 1");
    ConfigWatch watch = new ConfigWatch(config);
    watch.wish();
    assertThat(watch.hasChanged()).isTrue();
    write("config.yaml", "a: 2");
    watch.wish();
    watch.wish();
    assertThat(watch.hasChanged()).isTrue();
    assertThat(watch.hasChanged()).isFalse();
    assertThat(watch.hasChanged()).isFalse();
  }

  @Test
  void change_whileOtherFilesAreNamed_isNotForgotten() throws IOException {
    Path config = write("config.yaml", "a: 1");
    Path certificate = write("tls.crt", "one");
    ConfigWatch watch = new ConfigWatch(config);
    watch.watch(List.of(certificate));
    write("config.yaml", "a: 2");
    write("tls.crt", "two");
    watch.watch(List.of(certificate, write("ca.crt", "new")));
    assertThat(settledChange(watch)).isTrue();
    assertThat(watch.hasChanged()).isFalse();
  }

  @Test
  void swappedDirectoryAbove_removalAndReturn_areChanges() throws IOException {
    Files.writeString(Files.createDirectory(directory.resolve("v1")).resolve("c"), "1");
    Files.writeString(Files.createDirectory(directory.resolve("v2")).resolve("c"), "2");
    Path data = Files.createSymbolicLink(directory.resolve("data"), Path.of("v1"));
    ConfigWatch watch = new ConfigWatch(data.resolve("c"));
    Path next = Files.createSymbolicLink(directory.resolve("next"), Path.of("v2"));
    Files.move(next, data, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    assertThat(settledChange(watch)).isTrue();
    Files.delete(directory.resolve("v2/c"));
    assertThat(settledChange(watch)).isTrue();
    Files.writeString(directory.resolve("v2/c"), "2");
    assertThat(settledChange(watch)).isTrue();
  }

  @Test
  void fileThatIsNoLongerNamed_doesNotCount() throws IOException {
    ConfigWatch watch = new ConfigWatch(null);
    watch.watch(List.of(write("tls.crt", "one")));
    watch.watch(List.of());
    write("tls.crt", "two");
    assertThat(watch.hasChanged()).isFalse();
  }
}
