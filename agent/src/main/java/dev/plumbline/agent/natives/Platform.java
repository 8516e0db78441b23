package dev.plumbline.agent.natives;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The platforms that the agent has libraries for. */
enum Platform {
  LINUX_X64("linux-x64", "linux-x86-64"),
  LINUX_ARM64("linux-arm64", "linux-aarch64");

  private final String directory;
  private final String jnaPrefix;

  Platform(String directory, String jnaPrefix) {
    this.directory = directory;
    this.jnaPrefix = jnaPrefix;
  }

  /** Null on any other. */
  static @Nullable Platform of(String osName, String architecture) {
    if (!osName.toLowerCase(Locale.ROOT).contains("linux")) {
      return null;
    }
    switch (architecture) {
      case "amd64":
      case "x86_64":
        return LINUX_X64;
      case "aarch64":
      case "arm64":
        return LINUX_ARM64;
      default:
        return null;
    }
  }

  /** Entry of the agent jar that holds the library. */
  String entry(String libraryFile) {
    return "META-INF/plumbline/native/" + directory + "/" + libraryFile;
  }

  /** Where JNA asks its class loader for its own library. */
  String jnaResource() {
    return "com/sun/jna/" + jnaPrefix + "/" + NativeLibraries.JNA_FILE;
  }
}
