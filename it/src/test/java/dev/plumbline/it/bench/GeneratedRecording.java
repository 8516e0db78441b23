package dev.plumbline.it.bench;

import dev.plumbline.it.jvm.AsyncProfilerLibrary;
import dev.plumbline.it.jvm.Checkout;
import dev.plumbline.it.jvm.ChildJvm;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A recording of 30 s with four event types and very many different stacks, made on the spot by the
 * agent's own async-profiler in a JVM that compiles Java.
 */
public final class GeneratedRecording {
  private static final int SECONDS = 30;
  private static final String EVENTS =
      "start,event=ctimer,interval=4ms,wall=50ms,alloc=256k,lock=10ms,jfr,file=";

  private GeneratedRecording() {}

  /** What the compiled sources need. */
  private static String libraries() throws IOException {
    try (Stream<Path> jars = Files.list(Checkout.root().resolve("it/target/lib"))) {
      return jars.map(Path::toString).sorted().collect(Collectors.joining(":"));
    }
  }

  /** Takes half a minute; the one chunk of the recording. */
  public static ByteBuffer make(Path directory) {
    final Path library = AsyncProfilerLibrary.unpackedTo(directory);
    final Path recording = directory.resolve("generated.jfr");
    try (ChildJvm jvm =
        ChildJvm.of(
                "dev.plumbline.it.load.CompilingLoad",
                Integer.toString(SECONDS),
                Checkout.root().resolve("exporter/src/main/java").toString(),
                libraries())
            .jvm("-agentpath:" + library + "=" + EVENTS + recording)
            .start()) {
      if (jvm.awaitExit(Duration.ofSeconds(SECONDS * 4)) != 0) {
        throw new AssertionError(jvm.output());
      }
      return ByteBuffer.wrap(Files.readAllBytes(recording));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
