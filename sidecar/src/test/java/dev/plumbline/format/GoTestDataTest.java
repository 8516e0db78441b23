package dev.plumbline.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.plumbline.pprof.PprofProfile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The old profiles that lie beside google/pprof's own parser, read from Go's module cache and never
 * stored here: each has a file of what that parser makes of it.
 */
class GoTestDataTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "cppbench.contention",
        "cppbench.heap",
        "cppbench.growth",
        "go.godoc.thread",
        "gobench.heap",
        "cppbench.cpu",
        "gobench.cpu",
        "go.crc32.cpu",
        "java.cpu",
        "cppbench.thread",
        "cppbench.thread.all",
        "cppbench.thread.none",
        "java.heap",
        "java.contention"
      })
  void oldProfiles_areWhatGoMakesOfThem(String name) throws Exception {
    Path directory = testData();
    byte[] text = Files.readAllBytes(directory.resolve(name));
    List<PprofProfile> read = ProfileFileReader.of(64 << 20).read(text).pprof();

    assertThat(read).hasSize(1);
    List<String> expected = Files.readAllLines(directory.resolve(name + ".string"));
    assertThat(samples(read.get(0))).isEqualTo(samples(expected)).isNotEmpty();
    assertThat(types(read.get(0))).isEqualTo(expected.get(expected.indexOf("Samples:") + 1).trim());
    assertThat(expected).contains("Period: " + read.get(0).head().period());
  }

  private static Path testData() throws Exception {
    String cache = System.getenv("GOMODCACHE");
    Path modules =
        cache != null ? Path.of(cache) : Path.of(System.getProperty("user.home"), "go/pkg/mod");
    Path google = modules.resolve("github.com/google");
    assumeTrue(Files.isDirectory(google), "google/pprof is not in Go's module cache");
    try (Stream<Path> versions = Files.list(google)) {
      Path found =
          versions
              .filter(each -> each.getFileName().toString().startsWith("pprof@"))
              .map(each -> each.resolve("profile/testdata"))
              .filter(Files::isDirectory)
              .findFirst()
              .orElse(null);
      assumeTrue(found != null, "google/pprof is not in Go's module cache");
      return found;
    }
  }

  private static String types(PprofProfile profile) {
    List<String> types = new ArrayList<>();
    for (int type = 0; type < profile.sampleTypeCount(); type++) {
      types.add(
          profile.string(profile.sampleType(type))
              + "/"
              + profile.string(profile.sampleUnit(type)));
    }
    return String.join(" ", types);
  }

  /** Its address, or its function where there is none. */
  private static String place(PprofProfile profile, int location) {
    long address = profile.locationAddress(location);
    return address != 0 || profile.lineCount(location) == 0
        ? "0x" + Long.toHexString(address)
        : profile.string(profile.functionName(profile.lineFunction(location, 0)));
  }

  /** Values by places; equal samples are added. */
  private static Map<String, List<Long>> samples(PprofProfile profile) {
    Map<String, List<Long>> samples = new TreeMap<>();
    for (int sample = 0; sample < profile.sampleCount(); sample++) {
      List<String> addresses = new ArrayList<>();
      int stack = profile.stack(sample);
      for (int i = 0; i < profile.stackDepth(stack); i++) {
        addresses.add(place(profile, profile.stackLocation(stack, i)));
      }
      List<Long> values = new ArrayList<>();
      for (int type = 0; type < profile.sampleTypeCount(); type++) {
        values.add(profile.value(sample, type));
      }
      add(samples, String.join(" ", addresses), values);
    }
    return samples;
  }

  private static Map<String, List<Long>> samples(List<String> expected) {
    int from = expected.indexOf("Samples:") + 2;
    int locations = expected.indexOf("Locations");
    Map<String, String> addresses = new HashMap<>();
    for (String line : expected.subList(locations + 1, expected.indexOf("Mappings"))) {
      String[] words = line.trim().split("[: ]+");
      boolean named = words[1].equals("0x0") && words.length > 2;
      addresses.put(words[0], named ? words[2] : words[1]);
    }
    Map<String, List<Long>> samples = new TreeMap<>();
    for (String line : expected.subList(from, locations)) {
      String[] halves = line.split(": ", 2);
      if (halves[0].trim().matches("-?\\d+( +-?\\d+)*") && halves.length == 2) {
        List<String> stack = new ArrayList<>();
        for (String id : halves[1].trim().split(" +")) {
          if (!id.isEmpty()) {
            stack.add(addresses.get(id));
          }
        }
        List<Long> values = Stream.of(halves[0].trim().split(" +")).map(Long::valueOf).toList();
        add(samples, String.join(" ", stack), values);
      }
    }
    return samples;
  }

  private static void add(Map<String, List<Long>> samples, String stack, List<Long> values) {
    List<Long> sums = samples.computeIfAbsent(stack, absent -> new ArrayList<>());
    for (int i = 0; i < values.size(); i++) {
      if (sums.size() <= i) {
        sums.add(0L);
      }
      sums.set(i, sums.get(i) + values.get(i));
    }
  }
}
