package dev.plumbline.premain;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HostJvmTest {
  private static HostJvm host(String specification, String mainModule, String command) {
    return new HostJvm("x", specification, mainModule, command);
  }

  @Test
  void feature_version_of_old_and_new_names() {
    assertThat(host("1.8", null, null).featureVersion()).isEqualTo(8);
    assertThat(host("25", null, null).featureVersion()).isEqualTo(25);
    assertThat(host("?", null, null).featureVersion()).isZero();
  }

  @Test
  void tools_of_the_jdk_are_told_by_their_module() {
    assertThat(host("17", "jdk.compiler", "jdk.compiler/com.sun.tools.javac.Main X").isJdkTool())
        .isTrue();
    assertThat(host("17", "java.base", "java.base/sun.security.tools.keytool.Main").isJdkTool())
        .isTrue();
    assertThat(host("17", "shop", "shop/com.example.Main").isJdkTool()).isFalse();
    assertThat(host("17", null, "com.example.Main").isJdkTool()).isFalse();
  }

  @Test
  void program_run_from_its_source_is_no_tool() {
    assertThat(
            host("17", "jdk.compiler", "jdk.compiler/com.sun.tools.javac.launcher.Main Hello.java")
                .isJdkTool())
        .isFalse();
    assertThat(
            host(
                    "25",
                    "jdk.compiler",
                    "jdk.compiler/com.sun.tools.javac.launcher.SourceLauncher Hello.java")
                .isJdkTool())
        .isFalse();
  }

  @Test
  void version_query_has_no_command() {
    assertThat(host("17", null, null).hasCommand()).isFalse();
    assertThat(host("17", null, "Main").hasCommand()).isTrue();
  }
}
