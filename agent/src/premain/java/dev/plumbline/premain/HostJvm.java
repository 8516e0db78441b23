package dev.plumbline.premain;

import org.jspecify.annotations.Nullable;

/** What must be known of the JVM before the core is loaded. Immutable. */
final class HostJvm {
  /** The core's release. */
  static final int LOWEST_FEATURE_VERSION = 11;

  private final String version;
  private final String specificationVersion;
  private final @Nullable String mainModule;
  private final @Nullable String command;

  HostJvm(
      String version,
      String specificationVersion,
      @Nullable String mainModule,
      @Nullable String command) {
    this.version = version;
    this.specificationVersion = specificationVersion;
    this.mainModule = mainModule;
    this.command = command;
  }

  static HostJvm current() {
    return new HostJvm(
        System.getProperty("java.version", "unknown"),
        System.getProperty("java.specification.version", "0"),
        System.getProperty("jdk.module.main"),
        System.getProperty("sun.java.command"));
  }

  String version() {
    return version;
  }

  /** 8, 11, 17, …; 0 if the JVM does not say. */
  int featureVersion() {
    String feature =
        specificationVersion.startsWith("1.")
            ? specificationVersion.substring(2)
            : specificationVersion;
    try {
      return Integer.parseInt(feature);
    } catch (NumberFormatException ignored) {
      return 0; // too unknown to be profiled
    }
  }

  /**
   * A tool of the JDK, which inherits the agent through {@code JAVA_TOOL_OPTIONS} (case AG-03).
   * keytool lies in java.base, hence not only modules {@code jdk.*}. A program run from its source
   * is the user's although javac launches it.
   */
  boolean isJdkTool() {
    if (mainModule == null) {
      return false;
    }
    boolean runsSource =
        command != null && command.startsWith("jdk.compiler/com.sun.tools.javac.launcher.");
    return !runsSource && (mainModule.startsWith("jdk.") || mainModule.startsWith("java."));
  }

  /**
   * False for {@code java -version} and its like, which end at once, and for a JVM that is embedded
   * in a native program, which does not.
   */
  boolean hasCommand() {
    return command != null && !command.isEmpty();
  }
}
