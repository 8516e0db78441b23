package dev.plumbline.it;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.thirdparty.org.objectweb.asm.ClassReader;
import com.tngtech.archunit.thirdparty.org.objectweb.asm.ClassVisitor;
import com.tngtech.archunit.thirdparty.org.objectweb.asm.Handle;
import com.tngtech.archunit.thirdparty.org.objectweb.asm.MethodVisitor;
import com.tngtech.archunit.thirdparty.org.objectweb.asm.Opcodes;
import com.tngtech.archunit.thirdparty.org.objectweb.asm.Type;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * No text is made of an exception itself, which says the name of its class, nor of the message of
 * one of the JDK's for files, which is the file alone: {@code FaultText} has the words. Looks at
 * the classes of every module as they are built.
 */
class FaultsInWordsTest {
  private static final List<String> MODULES = List.of("native", "exporter", "agent", "sidecar");
  private static final Pattern FAULT = Pattern.compile(".*(Exception|Error|Throwable)");

  /** Those whose message may be a file alone, or nothing. */
  private static final Set<String> MUTE =
      Set.of(
          "java/lang/Throwable",
          "java/lang/Exception",
          "java/lang/LinkageError",
          "java/io/IOException",
          "java/io/UncheckedIOException",
          "java/nio/file/FileSystemException",
          "java/nio/file/NoSuchFileException",
          "java/nio/file/AccessDeniedException");

  /** Where the class is what is asked for, or the words are made. */
  private static final Set<String> ALLOWED =
      Set.of(
          "dev/plumbline/fault/FaultText",
          // a fault of ours, with the places that led to it
          "dev/plumbline/cli/Logs$LineFormatter",
          // knows no other module; its own kind has a message, files are told before
          "dev/plumbline/kernel/KernelProbe",
          // of release 8, before any other class is there
          "dev/plumbline/premain/Premain",
          // looked at, not shown
          "dev/plumbline/export/transport/ReceiverText.ofCauses",
          "dev/plumbline/listen/server/HandshakeFault.of",
          "dev/plumbline/export/transport/FileMarks",
          "dev/plumbline/listen/server/Listener.isTaken");

  @Test
  void textOfAFault_isMadeOfItsWords() throws IOException {
    List<String> found = new ArrayList<>();
    for (String module : MODULES) {
      for (Path file : classes(Path.of("..", module, "target", "classes"))) {
        new ClassReader(Files.readAllBytes(file)).accept(new Look(found), ClassReader.SKIP_FRAMES);
      }
    }

    assertThat(found).isEmpty();
  }

  private static List<Path> classes(Path root) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      List<Path> all = files.filter(file -> file.toString().endsWith(".class")).toList();
      assertThat(all).hasSizeGreaterThan(20);
      return all;
    }
  }

  private static final class Look extends ClassVisitor {
    private final List<String> found;
    private String owner = "";

    Look(List<String> found) {
      super(Opcodes.ASM9);
      this.found = found;
    }

    @Override
    public void visit(int v, int access, String name, String generic, String up, String[] faces) {
      owner = name;
    }

    @Override
    public MethodVisitor visitMethod(int a, String method, String d, String g, String[] thrown) {
      boolean isAllowed = ALLOWED.contains(owner) || ALLOWED.contains(owner + "." + method);
      return isAllowed || !owner.startsWith("dev/plumbline/") ? null : new Calls(method);
    }

    private final class Calls extends MethodVisitor {
      private final String method;
      private int line;

      Calls(String method) {
        super(Opcodes.ASM9);
        this.method = method;
      }

      @Override
      public void visitLineNumber(
          int number, com.tngtech.archunit.thirdparty.org.objectweb.asm.Label start) {
        line = number;
      }

      @Override
      public void visitInvokeDynamicInsn(
          String name, String types, Handle by, Object... arguments) {
        if (name.equals("makeConcatWithConstants")) {
          String faults =
              Arrays.stream(Type.getArgumentTypes(types))
                  .map(Type::getClassName)
                  .filter(type -> FAULT.matcher(type).matches())
                  .collect(joining(", "));
          note(!faults.isEmpty(), faults + " in a text");
        }
      }

      @Override
      public void visitMethodInsn(int code, String type, String name, String d, boolean isFace) {
        boolean isText = name.equals("toString") && FAULT.matcher(type).matches();
        boolean isMessage = name.equals("getMessage") && MUTE.contains(type);
        note(isText || isMessage, type + "." + name);
      }

      private void note(boolean isFault, String what) {
        if (isFault) {
          found.add(owner + "." + method + ":" + line + ": " + what);
        }
      }
    }
  }
}
