package dev.plumbline.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.agent.settings.AgentArguments;
import dev.plumbline.agent.settings.Settings;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RefusedJvmTest {
  private static @Nullable String reason(
      String arguments, Map<String, String> properties, String missingModule) {
    Settings settings =
        Settings.read(AgentArguments.parse(arguments), name -> null, Map.of(), null);
    return RefusedJvm.reason(settings, properties::get, name -> !name.equals(missingModule));
  }

  @Test
  void ordinary_jvm_is_profiled() {
    assertThat(reason("", Map.of("java.vm.name", "OpenJDK 64-Bit Server VM"), "")).isNull();
    assertThat(reason("", Map.of(), "java.management")).isNull();
  }

  @Test
  void native_image_is_refused() {
    assertThat(reason("", Map.of("org.graalvm.nativeimage.imagecode", "runtime"), ""))
        .contains("native image");
  }

  @Test
  void openj9_is_profiled_only_by_force() {
    Map<String, String> openj9 = Map.of("java.vm.name", "Eclipse OpenJ9 VM");
    assertThat(reason("", openj9, "")).contains("Eclipse OpenJ9 VM").contains("force=true");
    assertThat(reason("force=true", openj9, "")).isNull();
  }

  @Test
  void image_without_the_module_for_logging_is_refused() {
    assertThat(reason("force=true", Map.of(), "java.logging")).contains("module java.logging");
  }
}
