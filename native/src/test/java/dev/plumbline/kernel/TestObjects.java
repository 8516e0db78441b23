package dev.plumbline.kernel;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Objects;

/** BPF objects compiled from {@code src/test/bpf}. */
public final class TestObjects {
  /**
   * Most instructions of a program that a verifier may walk through: half as many again as any
   * kernel of the matrix needs. Each takes some three quarters of a microsecond, at every start.
   */
  public static final long MOST_VERIFIED = 120_000;

  private TestObjects() {}

  public static ByteBuffer image(String name) throws IOException {
    String file = "testbpf/" + name + ".bpf.o";
    try (InputStream in =
        Objects.requireNonNull(TestObjects.class.getResourceAsStream(file), file)) {
      return ByteBuffer.wrap(in.readAllBytes());
    }
  }

  public static BpfObjectLoader loader(String name) throws IOException {
    return BpfObjectLoader.of(image(name), name);
  }
}
