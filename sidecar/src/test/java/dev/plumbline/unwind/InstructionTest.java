package dev.plumbline.unwind;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.plumbline.kernel.elf.ElfFile;
import dev.plumbline.kernel.elf.ElfSection;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The length of every instruction of real files against what binutils makes of them. */
class InstructionTest {
  private static final Pattern LINE =
      Pattern.compile("^ *([0-9a-f]+):\\t((?:[0-9a-f]{2} )+) *(?:\\t(.*))?$");

  @ParameterizedTest
  @CsvSource({ // one has tables between its functions, which are no instructions
    "/lib/x86_64-linux-gnu/libc.so.6, 0",
    "/lib/x86_64-linux-gnu/libm.so.6, 0",
    "/usr/lib/x86_64-linux-gnu/libcrypto.so.3, 50",
    "/usr/lib/x86_64-linux-gnu/libstdc++.so.6, 0",
    "/lib/ld-musl-x86_64.so.1, 0"
  })
  void everyLength_isThatOfBinutils(String name, int data)
      throws IOException, InterruptedException {
    Path path = Path.of(name);
    assumeThat(Files.isReadable(path)).as(name + " is there").isTrue();
    assumeThat(Files.isExecutable(Path.of("/usr/bin/objdump"))).as("objdump").isTrue();
    ElfFile file = ElfFile.open(path);
    ElfSection text = file.section(".text");
    assertThat(text).isNotNull();
    CodeWindow code = new CodeWindow(file.data(text), 0);
    int end = (int) text.size();
    Process objdump =
        new ProcessBuilder("/usr/bin/objdump", "-d", "-w", "-j", ".text", path.toString())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    Instruction instruction = new Instruction();
    List<String> wrong = new ArrayList<>();
    int compared = 0;
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(objdump.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        Matcher matcher = LINE.matcher(line);
        if (matcher.matches() && isInstruction(matcher.group(3))) {
          int at = (int) (Long.parseLong(matcher.group(1), 16) - text.address());
          int expected = matcher.group(2).length() / 3;
          code.moveTo(at, end);
          boolean isRead = instruction.read(code, at, end);
          compared++;
          if (!isRead || instruction.length() != expected) {
            wrong.add(line + " is " + isRead + " " + instruction.length());
          }
        }
      }
    } finally {
      objdump.destroyForcibly().waitFor();
    }
    System.out.println(name + ": " + compared + " instructions");
    assertThat(compared).isGreaterThan(10_000);
    assertThat(wrong).hasSizeLessThanOrEqualTo(data);
  }

  /** Data between functions is none, and fwait is two here. */
  private static boolean isInstruction(@Nullable String text) {
    return text != null
        && !text.contains("(bad)")
        && !text.startsWith("rex")
        && !text.startsWith(".byte")
        && !text.matches("f(stcw|stsw|nstsw|init|clex|save|stenv) .*");
  }

  @Test
  void anyBytes_areReadWithinBounds() {
    byte[] bytes = new byte[1 << 16];
    new Random(7).nextBytes(bytes);
    for (int i = 0; i < bytes.length; i += 3) {
      bytes[i] = (byte) new int[] {0x66, 0xf2, 0x48, 0x0f, 0xc4, 0x62}[i / 3 % 6];
    }
    CodeWindow code = new CodeWindow(ByteBuffer.wrap(bytes), 0);
    Instruction instruction = new Instruction();
    int read = 0;
    for (int at = 0; at < bytes.length; at++) {
      code.moveTo(at, bytes.length);
      if (instruction.read(code, at, bytes.length)) {
        assertThat(instruction.length()).isBetween(1, Instruction.MAX_BYTES);
        assertThat(instruction.end()).isLessThanOrEqualTo(bytes.length);
        read++;
      }
    }
    assertThat(read).isPositive();
  }
}
