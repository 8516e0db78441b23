package dev.plumbline.symbol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.profile.BuildId;
import dev.plumbline.symbol.go.GoProgram;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BuildIdsTest {
  @TempDir Path root;

  private TestFile library(String option) throws Exception {
    Files.writeString(root.resolve("l.c"), "int f(int x) { return x; }\n");
    TestFile.run(root, "gcc", "-shared", "-fPIC", option, "-o", "l.so", "l.c");
    return TestFile.of(root, "/l.so");
  }

  @Test
  void gnuNote_comesFirst() throws Exception {
    TestFile file = library("-Wl,--build-id=0x0123456789abcdef");
    assertThat(BuildIds.of(file)).isEqualTo(BuildId.of(BuildId.Scheme.GNU, "0123456789abcdef"));
  }

  @Test
  void fileWithoutNotes_hasAHashOfHeadTailAndLength() throws Exception {
    TestFile file = library("-Wl,--build-id=none");
    byte[] bytes = Files.readAllBytes(root.resolve("l.so"));
    assertThat(bytes.length).isGreaterThan(4096);
    ByteArrayOutputStream hashed = new ByteArrayOutputStream();
    hashed.write(bytes, 0, 4096);
    hashed.write(bytes, bytes.length - 4096, 4096);
    hashed.writeBytes(ByteBuffer.allocate(8).putLong(bytes.length).array());
    byte[] digest = MessageDigest.getInstance("SHA-256").digest(hashed.toByteArray());
    String expected = HexFormat.of().formatHex(Arrays.copyOf(digest, 16));
    assertThat(BuildIds.of(file)).isEqualTo(BuildId.of(BuildId.Scheme.HTLHASH, expected));
  }

  @Test
  void goProgram_hasTheIdOfItsLinker() throws Exception {
    Path go = GoProgram.compilers().get(0);
    Path program = GoProgram.build(go, root, false, "-ldflags=-s -w -B none");
    TestFile file = TestFile.of(program.getParent(), "/chain");
    Path out = root.resolve("id");
    Process process =
        new ProcessBuilder(go.toString(), "tool", "buildid", program.toString())
            .redirectOutput(out.toFile())
            .start();
    assertThat(process.waitFor()).isZero();
    String expected = Files.readString(out, StandardCharsets.US_ASCII).trim();
    assertThat(BuildIds.of(file)).isEqualTo(BuildId.of(BuildId.Scheme.GO, expected));
  }
}
