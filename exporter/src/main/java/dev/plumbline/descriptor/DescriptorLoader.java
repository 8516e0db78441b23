package dev.plumbline.descriptor;

import dev.plumbline.gadget.Annotations;
import dev.plumbline.yaml.Problems;
import dev.plumbline.yaml.YamlEntry;
import dev.plumbline.yaml.YamlLimits;
import dev.plumbline.yaml.YamlNode;
import dev.plumbline.yaml.YamlReader;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Loads {@code gadget.yaml}. The file may be anybody's: size, depth, values and aliases are bounded
 * by {@link YamlLimits}, and nothing in it makes the loader throw anything but a {@link
 * DescriptorException}, which names all faults of one run. Keys are compared without case; an
 * unknown key is a warning, since ig's gadgets may hold keys that we do not use, and so is a
 * missing name, since users keep blocks of annotations alone in a file; an unknown annotation that
 * starts with {@code profiles.} is a fault. Thread-safe.
 */
public final class DescriptorLoader {
  private static final List<String> ABOUT =
      List.of("name", "description", "homepageURL", "documentationURL", "sourceURL");

  private static final List<String> KEYS =
      List.of(
          "name",
          "description",
          "homepageURL",
          "documentationURL",
          "sourceURL",
          "annotations",
          "datasources",
          "params",
          "ebpfParams",
          "programs",
          "operator",
          "paramDefaults");

  private final Problems problems = new Problems();
  private final Problems warnings = new Problems();

  private DescriptorLoader() {}

  /**
   * @param file for messages, as the user named it
   * @throws DescriptorException if the content is no descriptor
   */
  public static GadgetDescriptor load(String file, byte[] content) {
    return new DescriptorLoader().read(file, content);
  }

  /**
   * Reads at most one byte more than a descriptor may have; does not close the stream.
   *
   * @throws DescriptorException if the content is no descriptor
   */
  public static GadgetDescriptor load(String file, InputStream content) throws IOException {
    int maxBytes = YamlLimits.DEFAULT.maxBytes();
    byte[] bytes = content.readNBytes(maxBytes + 1);
    if (bytes.length > maxBytes) {
      throw new DescriptorException(file, "file is over " + maxBytes + " bytes, expected less");
    }
    return load(file, bytes);
  }

  private GadgetDescriptor read(String file, byte[] content) {
    YamlNode root = YamlReader.read(file, content, problems);
    if (root == null) {
      throw new DescriptorException(problems.inFileOrder());
    }
    Section section = Section.of("", root, problems);
    section.checkKeys(KEYS, warnings);
    Map<String, String> about = new LinkedHashMap<>();
    ABOUT.forEach(key -> about.put(key, section.text(key)));
    String name = about.getOrDefault("name", "");
    if (name.isEmpty()) {
      warnings.add(section.position(), "descriptor has no name, expected key \"name\" with a text");
    }
    ParameterReader parameters = new ParameterReader(problems, warnings);
    parameters.readAll(section);
    GadgetDescriptor.Builder builder =
        GadgetDescriptor.builder(name)
            .about(about)
            .annotations(Annotations.of(section.child("annotations").texts()))
            .dataSources(new DataSourceReader(problems, warnings, parameters).readAll(section))
            .parameters(parameters.parameters())
            .customParameters(parameters.customParameters())
            .programs(programs(section.child("programs")))
            .operatorSettings(section.child("operator").flattened())
            .parameterDefaults(section.child("paramDefaults").flattened());
    if (!problems.isEmpty()) {
      throw new DescriptorException(problems.inFileOrder());
    }
    return builder.warnings(warnings.inFileOrder()).build();
  }

  private static List<ProgramDescriptor> programs(Section section) {
    List<ProgramDescriptor> programs = new ArrayList<>();
    for (YamlEntry entry : section.entries()) {
      programs.add(new ProgramDescriptor(entry.key(), section.child(entry).flattened()));
    }
    return programs;
  }
}
