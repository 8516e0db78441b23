import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.zip.Deflater;

/**
 * Run by the build, from its source: writes the classes of a directory into one file, whose layout
 * {@code PackedClasses} describes and reads. Thousands of entries in the agent jar would cost each
 * JVM's start what the JDK takes to check them. The same classes make the same bytes.
 */
final class ClassPacker {
  private static final int MAGIC = 0x504C434C;
  private static final String SUFFIX = ".class";

  private ClassPacker() {}

  /** Arguments: the directory, the file to write, and prefixes of entries to leave out. */
  public static void main(String[] arguments) throws IOException {
    Path root = Path.of(arguments[0]);
    Map<String, Path> classes = classes(root, List.of(arguments).subList(2, arguments.length));
    TreeSet<String> packages = new TreeSet<>();
    List<Map.Entry<String, Integer>> index = new ArrayList<>();
    ByteArrayOutputStream records = new ByteArrayOutputStream();
    for (Map.Entry<String, Path> entry : classes.entrySet()) {
      String name = entry.getKey();
      packages.add(name.substring(0, name.lastIndexOf('.')));
      index.add(Map.entry(name, records.size()));
      writeRecord(records, name, Files.readAllBytes(entry.getValue()));
    }
    index.sort(Comparator.comparingInt(position -> position.getKey().hashCode()));
    Path target = Path.of(arguments[1]);
    Files.createDirectories(target.toAbsolutePath().getParent());
    try (DataOutputStream out = new DataOutputStream(Files.newOutputStream(target))) {
      byte[] head = head(packages, index);
      out.writeInt(MAGIC);
      out.writeInt(head.length);
      out.write(head);
      records.writeTo(out);
    }
  }

  private static Map<String, Path> classes(Path root, List<String> excluded) throws IOException {
    Map<String, Path> classes = new TreeMap<>();
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        String entry = root.relativize(file).toString();
        boolean isClass =
            entry.endsWith(SUFFIX)
                && !entry.endsWith("package-info.class")
                && excluded.stream().noneMatch(entry::startsWith);
        if (isClass) {
          String name = entry.substring(0, entry.length() - SUFFIX.length());
          classes.put(name.replace('/', '.'), file);
        }
      }
    }
    return classes;
  }

  private static byte[] head(TreeSet<String> packages, List<Map.Entry<String, Integer>> index)
      throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeInt(index.size());
    for (Map.Entry<String, Integer> position : index) {
      out.writeInt(position.getKey().hashCode());
      out.writeInt(position.getValue());
    }
    out.writeInt(packages.size());
    for (String name : packages) {
      out.writeUTF(name);
    }
    return bytes.toByteArray();
  }

  private static void writeRecord(ByteArrayOutputStream records, String name, byte[] content)
      throws IOException {
    Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION, true);
    deflater.setInput(content);
    deflater.finish();
    byte[] deflated = new byte[content.length + 1024];
    int length = deflater.deflate(deflated);
    if (!deflater.finished()) {
      throw new IOException(name + " grows by more than 1024 bytes when deflated");
    }
    deflater.end();
    byte[] nameBytes = name.getBytes(StandardCharsets.UTF_8);
    DataOutputStream out = new DataOutputStream(records);
    out.writeShort(nameBytes.length);
    out.writeInt(content.length);
    out.writeInt(length);
    out.write(nameBytes);
    out.write(deflated, 0, length);
  }
}
