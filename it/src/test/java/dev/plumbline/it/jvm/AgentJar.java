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

/** Agents of this module as the jars that a JVM asks for. */
public final class AgentJar {
  private AgentJar() {}

  /**
   * Makes the jar there.
   *
   * @param agent with its {@code premain}; its nested classes come with it
   */
  public static Path of(Class<?> agent, Path directory) throws IOException {
    final Path jar = directory.resolve(agent.getSimpleName() + ".jar");
    final Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().putValue("Premain-Class", agent.getName());
    final String place = agent.getPackageName().replace('.', '/') + '/';
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream archive = new JarOutputStream(out, manifest);
        Stream<Path> classes = Files.list(Checkout.applications().resolve(place))) {
      final String name = agent.getSimpleName();
      for (Path file : classes.filter(each -> isOf(name, each)).toList()) {
        archive.putNextEntry(new JarEntry(place + file.getFileName()));
        Files.copy(file, archive);
      }
    }
    return jar;
  }

  private static boolean isOf(String name, Path file) {
    final String fileName = file.getFileName().toString();
    return fileName.equals(name + ".class") || fileName.startsWith(name + '$');
  }
}
