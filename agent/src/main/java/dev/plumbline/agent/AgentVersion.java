package dev.plumbline.agent;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** The agent's version, as the build wrote it. Stateless. */
final class AgentVersion {
  private AgentVersion() {}

  static String read() {
    try (InputStream in = AgentVersion.class.getResourceAsStream("version.txt")) {
      return in == null ? "unknown" : new String(in.readAllBytes(), StandardCharsets.UTF_8).trim();
    } catch (IOException ignored) {
      return "unknown";
    }
  }
}
