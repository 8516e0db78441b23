package dev.plumbline.symbol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.plumbline.profile.Frame;
import dev.plumbline.profile.FrameType;
import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KernelSymbolsTest {
  private static final String KALLSYMS =
      """
      ffffffff81000000 T _stext
      ffffffff81000000 T startup
      ffffffff81000100 t do_work
      ffffffff81000180 D some_data
      ffffffff81000200 W weak_one
      ffffffffc0100000 t nft_eval\t[nf_tables]
      ffffffffc0000000 t early\t[other]
      """;

  @TempDir Path proc;

  private KernelSymbols symbols(String kallsyms) throws Exception {
    Files.writeString(proc.resolve("kallsyms"), kallsyms);
    Files.writeString(proc.resolve("modules"), "nf_tables 1 0 - Live 0xffffffffc0100000\n");
    KernelSymbols symbols = new KernelSymbols(proc);
    symbols.refresh();
    return symbols;
  }

  @Test
  void address_isNamedByTheSymbolBeforeIt() throws Exception {
    KernelSymbols symbols = symbols(KALLSYMS);
    assertThat(symbols.problem()).isNull();
    assertThat(symbols.count()).isEqualTo(6);
    Frame frame = symbols.frame(0xffffffff81000134L);
    assertThat(frame.functionName()).isEqualTo("do_work");
    assertThat(frame.type()).isEqualTo(FrameType.KERNEL);
    assertThat(frame.address()).isZero();
    assertThat(symbols.frame(0xffffffff81000101L)).isSameAs(frame);
    assertThat(symbols.frame(0xffffffff81000190L)).isSameAs(frame);
    assertThat(symbols.frame(0xffffffff81000201L).functionName()).isEqualTo("weak_one");
    assertThat(symbols.frame(0xffffffff81000001L).functionName()).isEqualTo("_stext");
  }

  @Test
  void moduleSymbol_hasTheModuleAsMapping() throws Exception {
    Frame frame = symbols(KALLSYMS).frame(0xffffffffc0100010L);
    assertThat(frame.functionName()).isEqualTo("nft_eval");
    assertThat(frame.mapping().fileName()).isEqualTo("[nf_tables]");
  }

  @Test
  void addressFarBehindASymbol_isUnknown() throws Exception {
    KernelSymbols symbols = symbols(KALLSYMS);
    assertThat(symbols.frame(0xffffffff82000000L).functionName()).isEqualTo("[unknown]");
    assertThat(symbols.frame(0x1000).functionName()).isEqualTo("[unknown]");
  }

  @Test
  void hiddenAddresses_areSaidToBeHidden() throws Exception {
    KernelSymbols symbols = symbols("0000000000000000 T _stext\n0000000000000000 t do_work\n");
    assertThat(symbols.problem()).contains("CAP_SYSLOG");
    assertThat(symbols.count()).isZero();
    assertThat(symbols.frame(0xffffffff81000134L).functionName()).isEqualTo("[unknown]");
  }

  @Test
  void table_isReadAgain_whenModulesChange_andNotWhenTheirUseCountDoes() throws Exception {
    KernelSymbols symbols = symbols(KALLSYMS);
    Files.writeString(proc.resolve("kallsyms"), KALLSYMS + "ffffffffc0200000 t x\t[late]\n");
    Files.writeString(proc.resolve("modules"), "nf_tables 1 7 a, Live 0xffffffffc0100000\n");
    symbols.refresh();
    assertThat(symbols.count()).isEqualTo(6);
    Files.writeString(proc.resolve("modules"), "late 1 0 - Live 0xffffffffc0200000\n");
    symbols.refresh();
    assertThat(symbols.count()).isEqualTo(7);
    assertThat(symbols.frame(0xffffffffc0200001L).mapping().fileName()).isEqualTo("[late]");
  }

  @Test
  void malformedLines_arePassedOver() throws Exception {
    KernelSymbols symbols =
        symbols(
            "\nxyz\nffffffff81000000\nffffffff81000000 T\nffffffff81000000 T \n"
                + "f".repeat(5000)
                + "\nffffffff81000100 t fine\nffffffff81000200 t cut");
    assertThat(symbols.count()).isEqualTo(1);
    assertThat(symbols.frame(0xffffffff81000100L).functionName()).isEqualTo("fine");
  }

  @Test
  void runningKernel_isReadWhole() throws Exception {
    Path real = Path.of("/proc/kallsyms");
    assumeTrue(Files.isReadable(real));
    KernelSymbols symbols = new KernelSymbols(Path.of("/proc"));
    symbols.refresh();
    assumeTrue(symbols.problem() == null, String.valueOf(symbols.problem()));
    assertThat(symbols.count()).isGreaterThan(10_000);
    int seen = 0;
    try (BufferedReader lines = Files.newBufferedReader(real)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        String[] fields = line.split("[ \t]");
        if (fields[2].equals("vfs_read") || fields[2].equals("schedule")) {
          long address = Long.parseUnsignedLong(fields[0], 16);
          assertThat(symbols.frame(address + 4).functionName()).isEqualTo(fields[2]);
          seen++;
        }
      }
    }
    assertThat(seen).isPositive();
  }
}
