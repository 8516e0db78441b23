package dev.plumbline.it.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** {@code --uid} and {@code --gid} over programs that end sooner than their files are read. */
@Tag("long")
class OwnersIT extends HostTestCase {
  private static final int USER = 54_321;
  private static final int GROUP = 54_322;

  /** One short-lived program after another, each busy for some ten milliseconds. */
  private void startBrief(String name, List<String> before) throws Exception {
    Path script = directory.resolve(name + ".sh");
    // The name of the process is that of its file.
    Path busy = Files.copy(Path.of("/bin/sh").toRealPath(), directory.resolve(name));
    Files.writeString(
        script,
        "while :; do " + busy + " -c 'i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done'; done\n");
    List<String> command = new ArrayList<>(before);
    command.addAll(List.of("/bin/sh", script.toString()));
    launcher.started(command.toArray(String[]::new));
  }

  @Test
  void briefProgramsOfTheUser_areShownAndThoseOfOthersAreNot() throws Exception {
    List<String> asUser =
        List.of("setpriv", "--reuid=" + USER, "--regid=" + GROUP, "--clear-groups");
    Launcher.assumeWorks(asUser);
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
    startBrief("briefuser", asUser);
    startBrief("briefroot", List.of());

    Process run =
        launcher.plumbline(
            "run", "profile_cpu", "--uid=" + USER, "--gid=" + GROUP, "-t", "120", "-o", "json");
    for (int i = 0; i < 600 && run.isAlive() && !launcher.out().contains("briefuser"); i++) {
      TimeUnit.MILLISECONDS.sleep(100);
    }
    run.destroy(); // SIGTERM
    launcher.awaitSuccess(run, 60);

    assertThat(launcher.out())
        .contains("\"comm\":\"briefuser\"", "\"uid\":" + USER, "\"gid\":" + GROUP)
        .doesNotContain("briefroot", "\"uid\":0,");
  }
}
