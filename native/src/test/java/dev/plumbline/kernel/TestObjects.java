package dev.plumbline.kernel;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Objects;

/** BPF objects compiled from {@code src/test/bpf}. */
public final class TestObjects {
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
