package dev.plumbline.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.jfr.chunk.JfrChunk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CrashMarkerTest {
  private static final long SECOND = 1_000_000_000L;

  private final AtomicLong clock = new AtomicLong();
  @TempDir Path directory;

  private static final class NoPipeline implements WindowPipeline {
    @Override
    public void accept(JfrChunk chunk) {}

    @Override
    public long closeWindow() {
      return 7;
    }

    @Override
    public long heldSamples() {
      return 0;
    }

    @Override
    public void finish(long timeoutNanos) {}
  }

  private CrashMarker raised(Path file) throws IOException {
    CrashMarker marker = new CrashMarker(file, clock::get);
    marker.raise();
    assertThat(CrashMarker.isFound(file)).isTrue();
    return marker;
  }

  @Test
  void end_during_the_start_leaves_no_file_whatever_the_order() throws IOException {
    Path file = directory.resolve("marker");
    CrashMarker marker = raised(file);
    marker.lower();
    marker.raise();

    assertThat(CrashMarker.isFound(file)).isFalse();
  }

  @Test
  void file_stands_for_a_minute_of_work_and_then_goes() throws IOException {
    Path file = directory.resolve("marker");
    WindowPipeline pipeline = raised(file).watching(new NoPipeline());

    clock.set(59 * SECOND);
    assertThat(pipeline.closeWindow()).isEqualTo(7);
    assertThat(CrashMarker.isFound(file)).isTrue();
    clock.set(60 * SECOND);
    pipeline.closeWindow();
    assertThat(CrashMarker.isFound(file)).isFalse();
  }

  @Test
  void orderly_end_removes_the_file() throws IOException {
    Path file = directory.resolve("marker");
    raised(file).watching(new NoPipeline()).finish(1);

    assertThat(CrashMarker.isFound(file)).isFalse();
  }
}
