package dev.plumbline.probe;

import dev.plumbline.descriptor.DescriptorException;
import dev.plumbline.descriptor.DescriptorLoader;
import dev.plumbline.descriptor.GadgetDescriptor;
import dev.plumbline.fault.FaultText;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds gadgets: the shipped ones by name, a user's by the path of a directory that holds {@code
 * gadget.yaml} and one BPF object. A path has a slash in it. Stateless.
 */
public final class GadgetCatalog {
  /** On-CPU time of the whole host. */
  public static final String PROFILE_CPU = "profile_cpu";

  /** Names of the shipped gadgets that this program runs. */
  public static final List<String> SHIPPED = List.of(PROFILE_CPU);

  private static final String DESCRIPTOR = "gadget.yaml";

  private GadgetCatalog() {}

  /** Whether that word names a gadget: a shipped one, or a directory with a descriptor. */
  public static boolean isGadget(String word) {
    try {
      return SHIPPED.contains(word)
          || (word.contains("/") && Files.isRegularFile(Path.of(word, DESCRIPTOR)));
    } catch (InvalidPathException e) {
      return false;
    }
  }

  /** Null if the name is neither a shipped gadget's nor a path. */
  public static @Nullable Gadget find(String name) {
    if (SHIPPED.contains(name)) {
      return shipped(name);
    }
    return name.contains("/") ? ofDirectory(Path.of(name)) : null;
  }

  /** As {@link #find}, with an exception that names what there is. */
  public static Gadget require(String name) {
    Gadget gadget = find(name);
    if (gadget == null) {
      throw new RunException(
          "gadget \""
              + name
              + "\" is not known, expected one of "
              + String.join(", ", SHIPPED)
              + " or the path of a directory with a "
              + DESCRIPTOR
              + " and a BPF object");
    }
    return gadget;
  }

  private static Gadget shipped(String name) {
    String resource = "/gadgets/" + name + "/" + DESCRIPTOR;
    try (InputStream in = GadgetCatalog.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException("no resource " + resource);
      }
      return new Gadget(name, DescriptorLoader.load(resource, in), null);
    } catch (IOException e) {
      throw new RunException("gadget " + name + " cannot be read: " + FaultText.of(e), e);
    }
  }

  private static Gadget ofDirectory(Path directory) {
    Path file = directory.resolve(DESCRIPTOR);
    try (InputStream in = Files.newInputStream(file)) {
      GadgetDescriptor descriptor = DescriptorLoader.load(file.toString(), in);
      return new Gadget(directory.toString(), descriptor, object(directory));
    } catch (DescriptorException e) {
      throw new RunException(e.problems().get(0).toString(), e);
    } catch (IOException e) {
      throw new RunException(
          "gadget " + directory + ": cannot read " + file + ": " + FaultText.reason(e), e);
    }
  }

  private static Path object(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      List<Path> objects = files.filter(file -> file.toString().endsWith(".o")).sorted().toList();
      if (objects.size() != 1) {
        throw new RunException(
            "gadget "
                + directory
                + " has "
                + objects.size()
                + " files *.o, expected one BPF object");
      }
      return objects.get(0);
    }
  }
}
