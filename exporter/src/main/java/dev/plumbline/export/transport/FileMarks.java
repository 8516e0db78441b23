package dev.plumbline.export.transport;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;

/** By what a changed file is known without reading it: identity, time and size. Stateless. */
public final class FileMarks {
  private FileMarks() {}

  /** Of these files as they are now; equal to an earlier answer as long as none has changed. */
  public static List<Object> of(List<Path> files) {
    List<Object> marks = new ArrayList<>(3 * files.size());
    for (Path file : files) {
      try {
        BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
        marks.add(String.valueOf(attributes.fileKey()));
        marks.add(attributes.lastModifiedTime());
        marks.add(attributes.size());
      } catch (IOException e) {
        marks.add(e.toString());
      }
    }
    return marks;
  }
}
