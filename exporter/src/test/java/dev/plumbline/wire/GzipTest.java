package dev.plumbline.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.zip.GZIPInputStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class GzipTest {
  @Property(tries = 200)
  void deflate_isReadByTheJdk_andByUs(@ForAll @Size(max = 5_000) byte[] bytes) throws Exception {
    byte[] gzip = Gzip.deflate(bytes, bytes.length);
    assertThat(byTheJdk(gzip)).isEqualTo(bytes);
    assertThat(Gunzip.inflate(gzip, 5_000)).isEqualTo(bytes);
    assertThat(Gunzip.inflateKnown(gzip, bytes.length)).isEqualTo(bytes);
    assertThat(Gzip.saidLength(gzip)).isEqualTo(bytes.length);
  }

  private static byte[] byTheJdk(byte[] gzip) throws IOException {
    return new GZIPInputStream(new ByteArrayInputStream(gzip)).readAllBytes();
  }

  @Test
  void deflate_takesOnlyThatManyBytes() throws Exception {
    byte[] gzip = Gzip.deflate("abcdef".getBytes(UTF_8), 3);
    assertThat(byTheJdk(gzip)).isEqualTo("abc".getBytes(UTF_8));
  }

  /** Our own requests may repeat themselves more than a stranger's body may. */
  @Test
  void knownLength_isInflatedAtAnyRatio_andNothingLonger() throws Exception {
    byte[] zeros = new byte[8 << 20];
    byte[] gzip = Gzip.deflate(zeros, zeros.length);
    assertThat(gzip.length).isLessThan(zeros.length / Gunzip.MAX_RATIO);
    assertThat(Gunzip.inflateKnown(gzip, zeros.length)).isEqualTo(zeros);
    assertThatThrownBy(() -> Gunzip.inflate(gzip, zeros.length)).hasMessageContaining("100 times");
    assertThatThrownBy(() -> Gunzip.inflateKnown(gzip, zeros.length - 1))
        .hasMessageContaining("inflates to more than");
    assertThatThrownBy(() -> Gunzip.inflateKnown(Arrays.copyOf(gzip, 2_000), zeros.length))
        .hasMessageContaining("ends early");
  }
}
