package dev.plumbline.premain;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/**
 * Loads the agent's classes and their libraries, under their own names, from entries that no other
 * loader takes for classes. Neither does it see the application nor the application it: it
 * delegates to the platform loader only, and finds resources among its own entries only, else
 * libraries would find the application's service providers (agent study §7.4). Thread-safe.
 */
final class IsolatedClassLoader extends ClassLoader {
  static final String PREFIX = "META-INF/plumbline/isolated/";
  private static final String CLASSES = "META-INF/plumbline/classes.bin";
  private static final String SERVICES = "META-INF/services/";

  static {
    registerAsParallelCapable();
  }

  private final ZipFile jar;
  private final PackedClasses classes;
  private final String rootUrl;
  private final ProtectionDomain domain = IsolatedClassLoader.class.getProtectionDomain();
  private final Map<String, URL> resourceFiles = new ConcurrentHashMap<>();

  IsolatedClassLoader(File jarFile, @Nullable ClassLoader platform) throws IOException {
    super(platform);
    this.jar = new ZipFile(jarFile);
    this.classes = new PackedClasses(jar, CLASSES);
    this.rootUrl = "jar:" + jarFile.toURI() + "!/" + PREFIX;
  }

  /**
   * Resources that stand for files outside the jar, by name; the core may add to it. JNA takes its
   * library from such a file as it is, where it would else unpack it to a place of its own choice.
   */
  Map<String, URL> resourceFiles() {
    return resourceFiles;
  }

  /** Names of the packages, and of the files that name service providers. */
  Map<String, List<String>> contents() {
    List<String> serviceFiles = new ArrayList<>();
    Enumeration<? extends ZipEntry> entries = jar.entries();
    while (entries.hasMoreElements()) {
      String name = entries.nextElement().getName();
      if (name.startsWith(PREFIX + SERVICES)) {
        serviceFiles.add(name.substring(PREFIX.length()));
      }
    }
    Map<String, List<String>> contents = new HashMap<>();
    contents.put("packages", classes.packages());
    contents.put("services", serviceFiles);
    return contents;
  }

  /** Own classes first: what the platform loader does not have would cost an exception each. */
  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      if (loaded != null) {
        return loaded;
      }
      return classes.contains(name) ? findClass(name) : super.loadClass(name, resolve);
    }
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    try {
      byte[] bytes = classes.read(name);
      if (bytes == null) {
        throw new ClassNotFoundException(name);
      }
      return defineClass(name, bytes, 0, bytes.length, domain);
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }

  /**
   * Called on a named module's behalf (Java 9 and later), which no release-8 source can declare.
   */
  @SuppressWarnings({"unused", "ProtectedMembersInFinalClass"})
  protected @Nullable Class<?> findClass(@Nullable String moduleName, String name) {
    try {
      return findClass(name);
    } catch (ClassNotFoundException ignored) {
      return null; // the contract of this overload
    }
  }

  /** As {@link #findClass(String, String)}, for resources. */
  @SuppressWarnings({"unused", "ProtectedMembersInFinalClass"})
  protected @Nullable URL findResource(@Nullable String moduleName, String name) {
    return findResource(name);
  }

  @Override
  public @Nullable URL getResource(String name) {
    return findResource(name);
  }

  @Override
  public Enumeration<URL> getResources(String name) {
    return findResources(name);
  }

  @Override
  protected @Nullable URL findResource(String name) {
    URL file = resourceFiles.get(name);
    if (file != null) {
      return file;
    }
    if (jar.getEntry(PREFIX + name) == null) {
      return null;
    }
    try {
      return new URL(rootUrl + name);
    } catch (MalformedURLException ignored) {
      return null; // as if it were not there
    }
  }

  @Override
  protected Enumeration<URL> findResources(String name) {
    URL url = findResource(name);
    return Collections.enumeration(
        url == null ? Collections.<URL>emptyList() : Collections.singletonList(url));
  }

  @Override
  public @Nullable InputStream getResourceAsStream(String name) {
    ZipEntry entry = jar.getEntry(PREFIX + name);
    try {
      return entry == null ? null : new ByteArrayInputStream(read(entry));
    } catch (IOException ignored) {
      return null; // the contract of this method
    }
  }

  private byte[] read(ZipEntry entry) throws IOException {
    byte[] bytes = new byte[(int) entry.getSize()];
    try (InputStream in = jar.getInputStream(entry)) {
      int length = 0;
      while (length < bytes.length) {
        int count = in.read(bytes, length, bytes.length - length);
        if (count < 0) {
          throw new EOFException(entry.getName() + " ends after " + length + " bytes");
        }
        length += count;
      }
    }
    return bytes;
  }
}
