package dev.plumbline.it.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Programs of which nothing is as usual, all at once, where the locale knows no bytes above 127:
 * each is profiled whole, and none reaches the terminal of the one who looks.
 */
class OddProcessesIT extends HostTestCase {
  private static final String HOSTILE = "\u001b[2J\r; \n#";

  private static final Pattern CHAIN = Pattern.compile(";_start;.*;main;(begin;)?outer;middle");

  private static final Map<String, Pattern> CHAINS =
      Map.of(
          "signalled",
          Pattern.compile(
              ";_start;.*;main;(raise|gsignal);.*;\\[signal];handler;(begin;)?outer;middle"),
          "leaderless",
          Pattern.compile("^[^;]*;_*clone3?;start_thread;second;(begin;)?outer;middle"));

  private Process start(Path program, String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of(program.toString()));
    command.addAll(List.of(arguments));
    Process started = launcher.started(command.toArray(String[]::new));
    BufferedReader words = started.inputReader();
    assertThat(words.readLine()).isEqualTo("ready");
    return started;
  }

  @Test
  void oddPrograms_areProfiledWhole() throws Exception {
    Path program = launcher.compiled("odd", List.of("-fomit-frame-pointer", "-pthread"));
    start(program, "named", HOSTILE);
    start(program, "threads", "2000");
    start(program, "mappings", "20000");
    start(program, "signalled", "signalled");
    start(program, "leaderless", "leaderless");
    launcher.run("kill", "-STOP", Long.toString(start(program, "named", "stopped").pid()));
    // No shell of a test can hand over bytes that are no UTF-8, so printf makes them.
    String bytes =
        "cp \"$1\" \"$(printf 'b\\303\\244\\377')\" && exec \"./$(printf 'b\\303\\244\\377')\"";
    launcher.startedIn(directory, "sh", "-c", bytes + " named ofbytes", "sh", program.toString());
    launcher.run("cp", program.toString(), directory.resolve("gone").toString());
    start(directory.resolve("gone"), "named", "deleted");
    launcher.run("rm", directory.resolve("gone").toString());

    launcher.environment("LC_ALL", "C");
    Process run = launcher.plumbline("run", "profile_cpu", "-t", "8", "-o", "folded");
    launcher.awaitSuccess(run, 90);

    Map<String, long[]> chains = new TreeMap<>();
    for (String line : launcher.out().lines().toList()) {
      int command = line.indexOf(';');
      if (command > 0 && line.contains(";outer;middle")) {
        String name = line.substring(0, command);
        long[] counts = chains.computeIfAbsent(name, first -> new long[2]);
        counts[0]++;
        counts[1] += CHAINS.getOrDefault(name, CHAIN).matcher(line).find() ? 1 : 0;
      }
    }
    assertThat(chains.keySet())
        .as(launcher.err())
        .containsExactlyInAnyOrder(
            " [2J :  #", "odd", "ofbytes", "deleted", "signalled", "leaderless");
    chains.forEach((name, counts) -> assertThat(counts[1]).as(name).isPositive());
    assertThat(launcher.err()).isEmpty();
  }
}
