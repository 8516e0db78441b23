package dev.plumbline.agent.resource;

import org.jspecify.annotations.Nullable;

/** The name of a service that nobody has named: its jar's or its main class's. Stateless. */
final class ServiceName {
  static final String UNKNOWN = "unknown_service:java";

  private ServiceName() {}

  /**
   * @param command the JVM's own record of its command line, null if it has none
   */
  static String of(@Nullable String command) {
    if (command == null || command.trim().isEmpty()) {
      return UNKNOWN;
    }
    String program = command.trim();
    int jar = program.indexOf(".jar");
    boolean isJar = jar > 0 && (jar + 4 == program.length() || program.charAt(jar + 4) == ' ');
    if (isJar) {
      String path = program.substring(0, jar);
      String name = path.substring(path.lastIndexOf('/') + 1);
      return name.isEmpty() ? UNKNOWN : withoutVersion(name);
    }
    int blank = program.indexOf(' ');
    String main = blank < 0 ? program : program.substring(0, blank);
    String className = main.substring(main.indexOf('/') + 1);
    String simple = className.substring(className.lastIndexOf('.') + 1);
    return simple.isEmpty() ? UNKNOWN : simple;
  }

  /** {@code shop-1.4.2} and {@code shop-2.0-SNAPSHOT} are one service. */
  private static String withoutVersion(String name) {
    for (int i = 1; i < name.length() - 1; i++) {
      if (name.charAt(i) == '-' && Character.isDigit(name.charAt(i + 1))) {
        return name.substring(0, i);
      }
    }
    return name;
  }
}
