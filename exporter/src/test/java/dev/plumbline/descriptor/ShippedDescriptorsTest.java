package dev.plumbline.descriptor;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.ThrowingConsumer;

/** Every gadget that we ship, against the schema and the loader. */
class ShippedDescriptorsTest {
  private static void forEachGadget(ThrowingConsumer<Path> check) throws Throwable {
    URI schema = ShippedDescriptorsTest.class.getResource("/gadgets/gadget.schema.json").toURI();
    if (!schema.getScheme().equals("jar")) {
      check(Path.of(schema).getParent(), check);
      return;
    }
    try (FileSystem jar = FileSystems.newFileSystem(schema, Map.of())) {
      check(jar.getPath("/gadgets"), check);
    }
  }

  private static void check(Path gadgets, ThrowingConsumer<Path> check) throws Throwable {
    List<Path> directories = new ArrayList<>();
    try (Stream<Path> entries = Files.list(gadgets)) {
      entries.filter(Files::isDirectory).sorted().forEach(directories::add);
    }
    assertThat(directories)
        .extracting(ShippedDescriptorsTest::nameOf)
        .contains(
            "profile_cpu",
            "jvm_cpu",
            "jvm_wall",
            "jvm_alloc",
            "jvm_live",
            "jvm_lock",
            "jvm_nativemem");
    for (Path directory : directories) {
      check.accept(directory);
    }
  }

  @Test
  void everyDescriptor_matchesTheSchema() throws Throwable {
    DescriptorSchema schema = DescriptorSchema.load();
    forEachGadget(
        gadget ->
            assertThat(schema.faults(Files.readAllBytes(gadget.resolve("gadget.yaml"))))
                .as(gadget.toString())
                .isEmpty());
  }

  @Test
  void everyDescriptor_loadsWithoutWarningUnderItsOwnName() throws Throwable {
    forEachGadget(
        gadget -> {
          Path file = gadget.resolve("gadget.yaml");
          GadgetDescriptor descriptor =
              DescriptorLoader.load(file.toString(), Files.readAllBytes(file));
          assertThat(descriptor.warnings()).isEmpty();
          assertThat(descriptor.name()).isEqualTo(nameOf(gadget));
        });
  }

  @Test
  void everyGadget_hasAPageThatNamesItsParametersAndDataSources() throws Throwable {
    forEachGadget(
        gadget -> {
          Path file = gadget.resolve("gadget.yaml");
          GadgetDescriptor descriptor =
              DescriptorLoader.load(file.toString(), Files.readAllBytes(file));
          String page = Files.readString(gadget.resolve("README.md"));
          descriptor
              .dataSources()
              .forEach(dataSource -> assertThat(page).contains(dataSource.name()));
          descriptor.parameters().forEach(parameter -> assertThat(page).contains(parameter.key()));
        });
  }

  private static String nameOf(Path gadget) {
    return gadget.getFileName().toString().replace("/", "");
  }
}
