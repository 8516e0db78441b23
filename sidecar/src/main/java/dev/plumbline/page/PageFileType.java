package dev.plumbline.page;

import java.util.Map;

/**
 * What kind of file a name stands for.
 *
 * @param mediaType as in {@code content-type}
 * @param isText whether compressing it is worth while
 */
record PageFileType(String mediaType, boolean isText) {
  private static final PageFileType UNKNOWN = new PageFileType("application/octet-stream", false);
  private static final Map<String, PageFileType> BY_ENDING =
      Map.of(
          "html", new PageFileType("text/html; charset=utf-8", true),
          "js", new PageFileType("text/javascript; charset=utf-8", true),
          "css", new PageFileType("text/css; charset=utf-8", true),
          "svg", new PageFileType("image/svg+xml", true),
          "json", new PageFileType("application/json", true),
          "txt", new PageFileType("text/plain; charset=utf-8", true),
          "woff2", new PageFileType("font/woff2", false),
          "png", new PageFileType("image/png", false),
          "ico", new PageFileType("image/x-icon", false),
          "wasm", new PageFileType("application/wasm", true));

  static PageFileType of(String path) {
    return BY_ENDING.getOrDefault(path.substring(path.lastIndexOf('.') + 1), UNKNOWN);
  }
}
