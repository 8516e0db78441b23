package dev.plumbline.it.bench;

import com.sun.management.OperatingSystemMXBean;
import dev.plumbline.convert.OtlpTarget;
import dev.plumbline.convert.PprofToOtlp;
import dev.plumbline.otlp.OtlpLevel;
import dev.plumbline.pprof.PprofLimits;
import dev.plumbline.pprof.PprofReader;
import dev.plumbline.wire.InputException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A process that converts: for each line {@code MILLIS FILE} it inflates, parses, converts and
 * encodes the pprof file for that long, and answers with the nanoseconds of CPU that the process
 * took for each time, its garbage collector included.
 */
public final class PprofConversion {
  private static final PprofReader READER = PprofReader.of(PprofLimits.FILE);
  private static final OtlpTarget TARGET = OtlpTarget.builder(OtlpLevel.V1_10).build();

  private PprofConversion() {}

  public static void main(String[] args) throws IOException, InputException {
    final BufferedReader lines =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      final int blank = line.indexOf(' ');
      final long millis = Long.parseLong(line.substring(0, blank));
      System.out.println(cpuNanos(Files.readAllBytes(Path.of(line.substring(blank + 1))), millis));
    }
  }

  private static long cpuNanos(byte[] file, long millis) throws InputException {
    final OperatingSystemMXBean process =
        (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    final long end = System.nanoTime() + millis * 1_000_000;
    final long before = process.getProcessCpuTime();
    int times = 0;
    long bytes = 0;
    while (System.nanoTime() < end) {
      bytes += PprofToOtlp.convert(READER.read(file), TARGET).get(0).length();
      times++;
    }
    if (bytes <= 0) {
      throw new IllegalStateException("nothing came out");
    }
    return (process.getProcessCpuTime() - before) / times;
  }
}
