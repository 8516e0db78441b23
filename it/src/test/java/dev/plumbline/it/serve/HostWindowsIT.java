package dev.plumbline.it.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.convert.OtlpToWindow;
import dev.plumbline.export.fake.ReceivedRequest;
import dev.plumbline.it.host.Launcher;
import dev.plumbline.otlp.decode.OtlpDecoder;
import dev.plumbline.otlp.decode.OtlpLimits;
import dev.plumbline.otlp.decode.ReceivedLevel;
import dev.plumbline.profile.Profile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What the daemon's own gadget gives, from its first window to its last. */
class HostWindowsIT extends ServeTestCase {
  /** Some hundred samples of a program that does nothing else. */
  private static final Duration ENOUGH_CPU = Duration.ofSeconds(1);

  /** Has a line only where something was lost, or a share of the samples was left out. */
  private static final Set<String> IN_TROUBLE_ONLY =
      Set.of("plumbline_gadget_lost_total", "plumbline_samples_lost_total");

  @Test
  void windows_haveNoGap_throughAReload_toTheLastOne() throws Exception {
    Launcher.assumeRights();
    Path config = Files.writeString(directory.resolve("c.yaml"), config(""));
    Process process = serve(config);
    await(process, () -> windows() > 0 && !collector.received().isEmpty());
    assertThat(page("/api/v1/health").body())
        .contains("\"name\":\"profile_cpu\"", "\"state\":\"ok\"");
    assertThat(page("/").body()).contains("<html");
    assertThat(page("/debug/pprof/goroutine").statusCode()).isEqualTo(200);
    assertMetricsAreThoseOfTheirPage();

    // Another exporter takes the place of this one, while the gadget goes on.
    Files.writeString(config, config("").replace("insecure: true", "insecure: true, timeout: 9s"));
    await(process, () -> count("configuration read anew") == 1);
    Process busy = launcher.workload("known_chain", List.of());
    await(process, () -> cpu(busy).compareTo(ENOUGH_CPU) > 0);
    terminate(process);
    assertThat(process.exitValue()).as(log()).isZero();

    TreeMap<Long, Long> endByStart = new TreeMap<>();
    for (Profile profile : profiles()) {
      endByStart.put(profile.startUnixNanos(), profile.startUnixNanos() + profile.durationNanos());
    }
    List<Long> starts = new ArrayList<>(endByStart.keySet());
    assertThat(starts).hasSizeGreaterThan(1);
    assertThat(starts.subList(1, starts.size()))
        .isEqualTo(List.copyOf(endByStart.values()).subList(0, starts.size() - 1));
    List<ReceivedRequest> received = collector.received();
    byte[] last = received.get(received.size() - 1).body();
    assertThat(new String(last, StandardCharsets.ISO_8859_1)).contains("known_chain");
  }

  private long windows() throws Exception {
    Matcher windows =
        Pattern.compile("plumbline_gadget_windows_total\\{gadget=\"profile_cpu\"} (\\d+)")
            .matcher(page("/metrics").body());
    return windows.find() ? Long.parseLong(windows.group(1)) : 0;
  }

  private static Duration cpu(Process process) {
    return process.info().totalCpuDuration().orElseThrow();
  }

  private List<Profile> profiles() throws Exception {
    List<Profile> profiles = new ArrayList<>();
    OtlpDecoder decoder = OtlpDecoder.of(ReceivedLevel.V1_10, OtlpLimits.FILE);
    for (ReceivedRequest request : collector.received()) {
      profiles.addAll(OtlpToWindow.convert(decoder.decode(request.body()), 0).window().profiles());
    }
    return profiles;
  }

  private void assertMetricsAreThoseOfTheirPage() throws Exception {
    String documented = Files.readString(Launcher.ROOT.resolve("docs/metrics.md"));
    List<String> names =
        page("/metrics")
            .body()
            .lines()
            .filter(line -> line.startsWith("plumbline_"))
            .map(line -> line.replaceAll("[{ ].*", ""))
            .distinct()
            .toList();
    assertThat(names).allMatch(name -> documented.contains("`" + name + "`"));
    int gadgets = documented.indexOf("## Gadgets");
    Matcher row =
        Pattern.compile("(?m)^\\| `(\\w+)`")
            .matcher(documented.substring(gadgets, documented.indexOf("\n## ", gadgets)));
    List<String> ofGadgets = new ArrayList<>();
    while (row.find()) {
      ofGadgets.add(row.group(1));
    }
    ofGadgets.removeAll(IN_TROUBLE_ONLY);
    assertThat(names).containsAll(ofGadgets);
  }
}
