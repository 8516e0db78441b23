package dev.plumbline.container.source;

import dev.plumbline.container.HostPaths;
import dev.plumbline.container.ProcessFiles;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Docker daemons that run, for the data roots that their command lines name: a root that is given
 * there stands in no file. Stateless.
 */
final class DockerDaemon {
  private static final int MAX_PROCESSES = 1 << 16;
  private static final String NAME = "dockerd";

  private DockerDaemon() {}

  /** Data roots of running daemons, absolute on the host; reads the name of every process. */
  static List<String> dataRoots(HostPaths host, ProcessFiles processes) {
    List<String> roots = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(host.proc(), "[0-9]*")) {
      int seen = 0;
      for (Path process : all) {
        if (++seen > MAX_PROCESSES) {
          break;
        }
        int pid = ForeignText.pid(String.valueOf(process.getFileName()));
        ProcessFiles.Stat stat = pid == 0 ? null : processes.stat(pid);
        if (stat != null && stat.comm().equals(NAME)) {
          String root = dataRoot(processes.commandLine(pid));
          if (root.startsWith("/")) {
            roots.add(root);
          }
        }
      }
    } catch (IOException | SecurityException ignored) {
      // Without a list of processes there is nothing to find out.
    }
    return roots;
  }

  /** Empty if it is not said. */
  static String dataRoot(List<String> arguments) {
    for (int i = 1; i < arguments.size(); i++) {
      String argument = arguments.get(i);
      for (String option : List.of("--data-root", "--graph", "-g")) {
        if (argument.equals(option) && i + 1 < arguments.size()) {
          return arguments.get(i + 1);
        }
        if (argument.startsWith(option + "=")) {
          return argument.substring(option.length() + 1);
        }
      }
    }
    return "";
  }
}
