package dev.plumbline.fault;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.plumbline.wire.InputException;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The faults are those that the JDK really throws, since its words are what is replaced. */
class FaultTextTest {
  @TempDir Path directory;

  @Test
  void fileThatIsMissing_isNamedWithItsReason() {
    Path missing = directory.resolve("missing");

    Throwable fault = thrownBy(() -> Files.readAllBytes(missing));

    assertThat(FaultText.of(fault)).isEqualTo("no such file: " + missing);
    assertThat(FaultText.reason(fault)).isEqualTo("no such file");
  }

  @Test
  void everyFaultOfAFile_hasWords() throws IOException {
    Path file = Files.writeString(directory.resolve("file"), "x");

    assertThat(FaultText.of(new AccessDeniedException("/secret")))
        .isEqualTo("permission denied: /secret");
    assertThat(FaultText.of(thrownBy(() -> Files.createDirectory(file))))
        .isEqualTo("the file exists already: " + file);
    assertThat(FaultText.of(thrownBy(() -> Files.list(file)))).isEqualTo("no directory: " + file);
    assertThat(FaultText.of(thrownBy(() -> Files.delete(directory))))
        .isEqualTo("the directory is not empty: " + directory);
    assertThat(FaultText.of(thrownBy(() -> Files.readSymbolicLink(file))))
        .isEqualTo("no symbolic link: " + file);
    assertThat(FaultText.of(thrownBy(() -> Files.newOutputStream(directory))))
        .isEqualTo("Is a directory: " + directory);
    assertThat(FaultText.of(thrownBy(() -> Files.size(file.resolve("below")))))
        .isEqualTo("Not a directory: " + file.resolve("below"));
  }

  @Test
  void faultWithoutAMessage_isTheWordsOfItsName() throws IOException {
    FileChannel closed = FileChannel.open(Files.createFile(directory.resolve("file")));
    closed.close();

    assertThat(FaultText.of(thrownBy(() -> closed.read(ByteBuffer.allocate(1)))))
        .isEqualTo("closed channel");
    assertThat(FaultText.of(new EOFException())).isEqualTo("it ends too early");
    assertThat(FaultText.of(new IOException())).isEqualTo("input or output failed");
    assertThat(FaultText.of(thrownBy(() -> UTF_8.newDecoder().decode(ByteBuffer.wrap(bad())))))
        .isEqualTo("no UTF-8 text");
    assertThat(FaultText.of(thrownBy(() -> InetAddress.getByName("no.such.host.invalid"))))
        .startsWith("no address for no.such.host.invalid");
  }

  @Test
  void wrapper_isLeftOut() {
    Throwable inner = new AccessDeniedException("/secret");

    assertThat(FaultText.of(new ExecutionException(new CompletionException(inner))))
        .isEqualTo("permission denied: /secret");
    assertThat(FaultText.of(new UncheckedIOException(new IOException("disk quota exceeded"))))
        .isEqualTo("disk quota exceeded");
    assertThat(FaultText.of(new CompletionException(null))).startsWith("internal error: ");
  }

  @Test
  void messageOfOurs_isSaidAsItStands() {
    assertThat(FaultText.of(InputException.malformed(7, "no field")))
        .isEqualTo("at byte 7: no field");
  }

  @Test
  void faultOfOurs_keepsItsName() {
    assertThat(FaultText.of(new IllegalStateException("no row")))
        .isEqualTo("internal error: java.lang.IllegalStateException: no row");
    assertThat(FaultText.of(new OutOfMemoryError("Java heap space")))
        .isEqualTo("no memory: Java heap space");
  }

  @Test
  void faultThatItsInputExplains_isNoFaultOfOurs() {
    assertThat(FaultText.ofForeign(thrownBy(() -> ByteBuffer.allocate(0).get())))
        .isEqualTo("buffer underflow");
    assertThat(FaultText.ofForeign(new UnsatisfiedLinkError("failed to map segment")))
        .isEqualTo("failed to map segment");
  }

  private static byte[] bad() {
    return new byte[] {(byte) 0xff};
  }

  private static Throwable thrownBy(ThrowingCallable call) {
    return catchThrowable(call);
  }
}
