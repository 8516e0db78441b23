package dev.plumbline.attribute;

import dev.plumbline.container.ProcessFiles;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The program of a process that was started through the dynamic loader ({@code ld-linux… PROGRAM}):
 * the kernel calls the loader its executable, so that all such processes would be named alike.
 */
final class LoadedProgram {
  private static final Pattern LOADER =
      Pattern.compile("ld(-linux[^/]*|-musl-[^/]*|64|-\\d[^/]*)?\\.so(\\.\\d+)?");

  /** Options of the loaders that take the next argument as their value. */
  private static final Set<String> WITH_VALUE =
      Set.of(
          "--library-path",
          "--inhibit-rpath",
          "--audit",
          "--preload",
          "--argv0",
          "--glibc-hwcaps-prepend",
          "--glibc-hwcaps-mask");

  private LoadedProgram() {}

  /** Path of the executable or, if that is a loader, of the program that it was told to run. */
  static String executable(ProcessFiles files, int pid) {
    String executable = files.executable(pid);
    String name = executable.substring(executable.lastIndexOf('/') + 1);
    if (!LOADER.matcher(name).matches()) {
      return executable;
    }
    String program = program(files.commandLine(pid));
    if (program.isEmpty()) {
      return executable;
    }
    try {
      return Path.of(files.workingDirectory(pid)).resolve(program).normalize().toString();
    } catch (InvalidPathException ignored) {
      return executable;
    }
  }

  /** The first argument behind the loader's options; empty for none. */
  static String program(List<String> arguments) {
    for (int i = 1; i < arguments.size(); i++) {
      String argument = arguments.get(i);
      if (!argument.startsWith("--")) {
        return argument;
      }
      if (WITH_VALUE.contains(argument)) {
        i++;
      }
    }
    return "";
  }
}
