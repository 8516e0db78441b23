package dev.plumbline.it.jvm;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;

/** An agent that does nothing, which is the floor under every agent's start on that machine. */
public final class EmptyAgentJar {
  private static final String PACKAGE = "dev/plumbline/it/load/";

  private EmptyAgentJar() {}

  /** Makes the jar there. */
  public static Path in(Path directory) throws IOException {
    final Path jar = directory.resolve("empty-agent.jar");
    final Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().putValue("Premain-Class", "dev.plumbline.it.load.EmptyAgent");
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream archive = new JarOutputStream(out, manifest);
        Stream<Path> classes = Files.list(Checkout.applications().resolve(PACKAGE))) {
      for (Path file : classes.filter(path -> path.toString().contains("EmptyAgent")).toList()) {
        archive.putNextEntry(new JarEntry(PACKAGE + file.getFileName()));
        Files.copy(file, archive);
      }
    }
    return jar;
  }
}
