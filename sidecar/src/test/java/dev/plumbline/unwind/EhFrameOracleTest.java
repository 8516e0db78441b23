package dev.plumbline.unwind;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.plumbline.kernel.elf.ElfFile;
import dev.plumbline.kernel.unwind.EndReason;
import dev.plumbline.kernel.unwind.UnwindRow;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every row of real files against what binutils makes of the same section. */
class EhFrameOracleTest {
  private int landings;

  private static final Pattern FUNCTION =
      Pattern.compile("^[0-9a-f]+ .* FDE .*pc=([0-9a-f]+)\\.\\.([0-9a-f]+)");
  private static final Pattern ROW = Pattern.compile("^([0-9a-f]{16}) (\\S+) +(.*)$");
  private static final Pattern REGISTER_RULE = Pattern.compile("(rsp|rbp)\\+(\\d+)");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/lib/x86_64-linux-gnu/libc.so.6",
        "/usr/lib/x86_64-linux-gnu/libstdc++.so.6",
        "/lib/x86_64-linux-gnu/libgcc_s.so.1",
        "/usr/bin/python3.11",
        "/usr/lib/x86_64-linux-gnu/libcrypto.so.3"
      })
  void everyRow_isThatOfBinutils(String name) throws IOException, InterruptedException {
    assumeThat(Files.isReadable(Path.of(name))).as(name).isTrue();
    assumeThat(Files.isExecutable(Path.of("/usr/bin/readelf"))).as("readelf").isTrue();
    FileTable table = FileTables.build(ElfFile.open(Path.of(name)), 1 << 22);
    assertThat(table).isNotNull();
    Process readelf =
        new ProcessBuilder("/usr/bin/readelf", "--debug-dump=frames-interp", name)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    List<String> wrong = new ArrayList<>();
    int compared;
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(readelf.getInputStream(), StandardCharsets.UTF_8))) {
      compared = compare(lines, table, wrong);
    } finally {
      readelf.destroyForcibly().waitFor();
    }
    System.out.println(name + ": " + compared + " rows compared");
    assertThat(compared).isGreaterThan(1000);
    if (name.contains("libgcc")) { // _Unwind_RaiseException and those like it
      assertThat(landings).isGreaterThanOrEqualTo(3);
    }
    assertThat(wrong).isEmpty();
  }

  private int compare(BufferedReader lines, FileTable table, List<String> wrong)
      throws IOException {
    int compared = 0;
    int raColumn = -1;
    int bpColumn = -1;
    long end = 0;
    boolean isLanding = false;
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      Matcher function = FUNCTION.matcher(line);
      Matcher row = ROW.matcher(line);
      if (function.find()) {
        end = Long.parseLong(function.group(2), 16);
        isLanding = false;
      } else if (line.contains(" CIE ")) {
        end = 0;
      } else if (line.startsWith("   LOC")) {
        List<String> columns = List.of(line.trim().split(" +", -1));
        raColumn = columns.indexOf("ra") - 2;
        bpColumn = columns.indexOf("rbp") - 2;
      } else if (row.find() && end != 0) {
        long address = Long.parseLong(row.group(1), 16);
        String[] columns = row.group(3).replaceAll(" \\(\\w+\\)", "").trim().split(" +", -1);
        String bp = bpColumn < 0 || bpColumn >= columns.length ? "u" : columns[bpColumn];
        String returnAddress = columns[Math.min(raColumn, columns.length - 1)];
        isLanding = row.group(2).equals("rcx+8") || (isLanding && row.group(2).startsWith("rsp"));
        String expected =
            isLanding
                ? landing(row.group(2), returnAddress)
                : expected(row.group(2), bp, returnAddress);
        if (address < end && expected != null) {
          compared++;
          String found = text(table.table().find(address - table.baseAddress()));
          if (!found.equals(expected) && wrong.size() < 20) {
            wrong.add(Long.toHexString(address) + " is " + found + ", not " + expected);
          }
        }
      }
    }
    return compared;
  }

  /** What leads to a landing pad is not a return: these rows say so. */
  private String landing(String cfa, String returnAddress) {
    landings++;
    return "landing " + cfa + (returnAddress.equals("r2") ? " in rcx" : "");
  }

  /** Rule in words; null for what binutils prints without detail. */
  private static String expected(String cfa, String bp, String returnAddress) {
    if (returnAddress.equals("u")) {
      return "root";
    }
    if (returnAddress.equals("r5")) {
      return "caller in rdi " + cfa;
    }
    Matcher register = REGISTER_RULE.matcher(cfa);
    if (!register.matches()
        || !returnAddress.equals("c-8")
        || bp.startsWith("e")
        || bp.startsWith("v")) {
      return null;
    }
    String saved = bp.startsWith("c-") ? bp.substring(1) : "-0";
    return register.group(1) + "+" + register.group(2) + saved;
  }

  private static String text(long row) {
    long offset = (row >>> 45 & 0x3fff) * 8;
    long bp = ((int) (row >>> 13) >> 19) * 8L;
    return switch ((int) (row >>> 59)) {
      case 0 -> "rsp+" + offset + (bp == 0 ? "-0" : bp);
      case 1 -> "rbp+" + offset + (bp == 0 ? "-0" : bp);
      case 3 -> offset / 8 == EndReason.ROOT.number() ? "root" : "stop " + offset / 8;
      case 10 ->
          switch ((int) (bp / 8)) {
            case 0 -> "landing rsp+" + offset;
            case 1 -> "landing rcx+" + offset;
            case 2 -> "landing rsp+" + offset + " in rcx";
            default -> "caller in rdi rsp+" + offset;
          };
      default -> "kind " + (row >>> 59) + " " + UnwindRow.offset(row);
    };
  }
}
