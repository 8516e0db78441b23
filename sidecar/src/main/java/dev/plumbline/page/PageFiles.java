package dev.plumbline.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The files of the page, by the paths that they are served at. Read from the jar when they are
 * first asked for; only names that the build wrote down are looked for. Thread-safe.
 */
public final class PageFiles {
  /** Nothing of elsewhere, nothing inline; {@code data:} images are cursors and icons of styles. */
  private static final String OWN_POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
          + " font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none';"
          + " frame-ancestors 'none'";

  /** Speedscope writes its styles into the document, and reads JFR by WebAssembly. */
  private static final String SPEEDSCOPE_POLICY =
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline';"
          + " img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self' data: blob:;"
          + " base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

  private static final String SPEEDSCOPE = "speedscope/";
  private static final String INDEX = "index.html";

  /** Browsers ask for it beside whatever cannot name an icon: texts, metrics, answers. */
  private static final String ICON_BY_CONVENTION = "favicon.ico";

  private static final String ICON = "favicon.svg";

  private final Map<String, String> hashes;
  private final Map<String, PageFile> read = new ConcurrentHashMap<>();

  private PageFiles(Map<String, String> hashes) {
    this.hashes = hashes;
  }

  /**
   * @throws UncheckedIOException if the page was not built into this jar
   */
  public static PageFiles load() {
    Map<String, String> hashes = new HashMap<>();
    new String(bytes("files.txt"), UTF_8)
        .lines()
        .forEach(
            line -> {
              int blank = line.indexOf(' ');
              hashes.put(line.substring(blank + 1), line.substring(0, blank));
            });
    return new PageFiles(hashes);
  }

  /**
   * @param path of the request, decoded, such as {@code /}, {@code /assets/app-1a2b.js}
   * @return null if the page has no such file
   */
  public @Nullable PageFile find(String path) {
    String file = fileOf(path);
    String hash = hashes.get(file);
    return hash == null
        ? null
        : read.computeIfAbsent(file, absent -> new PageFile(file, hash, bytes(file)));
  }

  /** Whether {@link #find} finds it; reads nothing. */
  boolean holds(String path) {
    return hashes.containsKey(fileOf(path));
  }

  private static String fileOf(String path) {
    String name = path.startsWith("/") ? path.substring(1) : path;
    return switch (name) {
      case "", SPEEDSCOPE -> name + INDEX;
      case ICON_BY_CONVENTION -> ICON;
      default -> name;
    };
  }

  /** Whether other bytes would have another name, so that a browser may keep the file for ever. */
  static boolean isNamedByContent(String path) {
    return path.startsWith("assets/");
  }

  static String contentSecurityPolicy(String path) {
    return path.startsWith(SPEEDSCOPE) ? SPEEDSCOPE_POLICY : OWN_POLICY;
  }

  private static byte[] bytes(String file) {
    try (InputStream in = PageFiles.class.getResourceAsStream("site/" + file)) {
      if (in == null) {
        throw new IOException("no " + file + " of the page in this jar: build it with npm");
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
