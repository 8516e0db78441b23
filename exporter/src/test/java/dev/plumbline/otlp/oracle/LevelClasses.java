package dev.plumbline.otlp.oracle;

import com.google.protobuf.Message;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The generated classes of one release of the OTLP messages, in a class loader of their own; only
 * protobuf-java itself is shared. The archives lie in the directory that the system property
 * {@value #DIRECTORY_PROPERTY} names; the build copies them there. Thread-safe.
 */
public enum LevelClasses {
  /** Read only: what {@link #decode} makes of it would need other tables. */
  V1_7("1.7.0-alpha"),
  V1_8("1.8.0-alpha"),
  V1_9("1.9.0-alpha"),
  V1_10("1.10.0-alpha"),
  V1_11("1.11.0-alpha");

  /** Names the directory of the archives {@code opentelemetry-proto-VERSION.jar}. */
  public static final String DIRECTORY_PROPERTY = "plumbline.otlp.levels";

  private static final String SERVICE_PACKAGE =
      "io.opentelemetry.proto.collector.profiles.v1development.";

  private final String version;

  LevelClasses(String version) {
    this.version = version;
  }

  /** The request in this release's classes. */
  public Message parseRequest(ByteBuffer body) {
    return parse("ExportProfilesServiceRequest", body);
  }

  /**
   * @throws IllegalArgumentException if these classes refuse the bytes
   */
  public Message parseRequest(byte[] body) {
    return parseRequest(ByteBuffer.wrap(body));
  }

  /** The request as the neutral model. */
  public DecodedRequest decode(ByteBuffer body) {
    return new RequestDecoder().decode(parseRequest(body), body.remaining());
  }

  public DecodedRequest decode(byte[] body) {
    return decode(ByteBuffer.wrap(body));
  }

  private Message parse(String message, ByteBuffer body) {
    try {
      Class<?> generated = Class.forName(SERVICE_PACKAGE + message, true, Loaders.of(version));
      return (Message)
          generated.getMethod("parseFrom", ByteBuffer.class).invoke(null, body.slice());
    } catch (InvocationTargetException e) {
      throw new IllegalArgumentException("refused by the classes of " + version, e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("classes of " + version, e);
    }
  }

  /** Has a release of its own, also where the class path has another one. */
  private static final class ReleaseLoader extends URLClassLoader {
    private static final String GENERATED = "io.opentelemetry.proto.";

    ReleaseLoader(String version, URL archive) {
      super("otlp-" + version, new URL[] {archive}, LevelClasses.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.startsWith(GENERATED)) {
        return super.loadClass(name, resolve);
      }
      synchronized (getClassLoadingLock(name)) {
        Class<?> loaded = findLoadedClass(name);
        return loaded == null ? findClass(name) : loaded;
      }
    }
  }

  /** Loaded once per test JVM; each holds its archive open as long as that lives. */
  private static final class Loaders {
    private static final Map<String, ClassLoader> BY_VERSION = new ConcurrentHashMap<>();

    static ClassLoader of(String version) {
      return BY_VERSION.computeIfAbsent(version, Loaders::open);
    }

    private static ClassLoader open(String version) {
      String directory = System.getProperty(DIRECTORY_PROPERTY, "target/otlp-levels");
      Path archive = Path.of(directory, "opentelemetry-proto-" + version + ".jar");
      if (!Files.isRegularFile(archive)) {
        throw new IllegalStateException(
            archive.toAbsolutePath()
                + " is missing: the build copies it, see "
                + DIRECTORY_PROPERTY);
      }
      try {
        return new ReleaseLoader(version, archive.toUri().toURL());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
