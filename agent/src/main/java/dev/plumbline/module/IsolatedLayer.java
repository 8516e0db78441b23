package dev.plumbline.module;

import java.io.IOException;
import java.io.InputStream;
import java.lang.module.Configuration;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReader;
import java.lang.module.ModuleReference;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Defines one automatic module over all packages of the isolated loader. An unnamed module cannot
 * be granted native access alone, and a grant to all unnamed modules would change the application's
 * own rights (agent study §7.5).
 */
public final class IsolatedLayer {
  private static final String MODULE = "dev.plumbline.isolated";
  private static final String SERVICES = "META-INF/services/";

  private IsolatedLayer() {}

  /**
   * To be called before the loader has defined a class.
   *
   * @param contents {@code packages}: their names; {@code services}: the files of the loader that
   *     name service providers
   */
  public static void define(ClassLoader loader, Map<String, List<String>> contents)
      throws IOException {
    ModuleReference reference = new LoaderReference(descriptor(loader, contents));
    Configuration configuration =
        ModuleLayer.boot()
            .configuration()
            .resolve(new SingleFinder(reference), ModuleFinder.of(), Set.of(MODULE));
    ModuleLayer.boot().defineModules(configuration, module -> loader);
  }

  private static ModuleDescriptor descriptor(ClassLoader loader, Map<String, List<String>> contents)
      throws IOException {
    Set<String> packages = new LinkedHashSet<>(contents.getOrDefault("packages", List.of()));
    Map<String, List<String>> services = new LinkedHashMap<>();
    for (String name : contents.getOrDefault("services", List.of())) {
      services.put(name.substring(SERVICES.length()), providers(loader, name));
    }
    ModuleDescriptor.Builder builder =
        ModuleDescriptor.newAutomaticModule(MODULE).packages(packages);
    services.forEach(
        (service, providers) -> {
          if (!providers.isEmpty()) {
            builder.provides(service, providers);
          }
        });
    return builder.build();
  }

  private static List<String> providers(ClassLoader loader, String entry) throws IOException {
    List<String> providers = new ArrayList<>();
    try (InputStream in = loader.getResourceAsStream(entry)) {
      if (in != null) {
        for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8).split("\n", -1)) {
          int comment = line.indexOf('#');
          String provider = (comment < 0 ? line : line.substring(0, comment)).trim();
          if (!provider.isEmpty() && !providers.contains(provider)) {
            providers.add(provider);
          }
        }
      }
    }
    return providers;
  }

  private static final class SingleFinder implements ModuleFinder {
    private final ModuleReference reference;

    SingleFinder(ModuleReference reference) {
      this.reference = reference;
    }

    @Override
    public Optional<ModuleReference> find(String name) {
      return name.equals(MODULE) ? Optional.of(reference) : Optional.empty();
    }

    @Override
    public Set<ModuleReference> findAll() {
      return Set.of(reference);
    }
  }

  /** The loader reads its entries itself: there is nothing that a reader could add. */
  private static final class LoaderReference extends ModuleReference {
    LoaderReference(ModuleDescriptor descriptor) {
      super(descriptor, null);
    }

    @Override
    public ModuleReader open() throws IOException {
      throw new IOException("the classes of " + MODULE + " are read by their loader alone");
    }
  }
}
