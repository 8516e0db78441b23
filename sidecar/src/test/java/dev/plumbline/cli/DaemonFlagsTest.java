package dev.plumbline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class DaemonFlagsTest {
  @Test
  void replacingProcess_hasItsHeapAndAllFlagsButTheSmallOnes() {
    final List<String> flags =
        List.of(
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-Xmx64m",
            "-XX:CompileThresholdScaling=0.2",
            "-Dplumbline.launcher=true");
    final List<String> all =
        List.of(
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-Xmx64m",
            "-XX:CompileThresholdScaling=0.2",
            "-Dplumbline.launcher=true",
            "-cp",
            "lib/*",
            "dev.plumbline.cli.Plumbline",
            "serve",
            "--config=-Xmx");

    assertThat(DaemonFlags.arguments(all, flags, 256 << 20))
        .containsExactly(
            "-Dplumbline.flags=serve",
            "-Xmx268435456",
            "-XX:SurvivorRatio=2",
            "-XX:TargetSurvivorRatio=90",
            "-XX:+UseSerialGC",
            "-Dplumbline.launcher=true",
            "-cp",
            "lib/*",
            "dev.plumbline.cli.Plumbline",
            "serve",
            "--config=-Xmx");
  }
}
