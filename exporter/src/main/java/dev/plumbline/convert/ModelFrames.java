package dev.plumbline.convert;

import dev.plumbline.profile.Attributes;
import dev.plumbline.profile.BuildId;
import dev.plumbline.profile.Frame;
import dev.plumbline.profile.FrameType;
import dev.plumbline.profile.Mapping;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Frames and mappings of the model from received words that the model would refuse as they are.
 * Stateless.
 */
final class ModelFrames {
  /** Go's own ids: four parts of URL-safe base64, each a hash, parted by slashes. */
  private static final String GO_BUILD_ID = "[\\w-]*/[\\w-]*/[\\w-]*/[\\w-]*";

  private static final String[][] TYPE_OF_EXTENSION = {
    {".go", "go"},
    {".java", "jvm"},
    {".kt", "jvm"},
    {".scala", "jvm"},
    {".py", "cpython"},
    {".rs", "rust"},
    {".js", "v8js"},
    {".ts", "v8js"},
    {".rb", "ruby"},
    {".php", "php"},
  };

  private ModelFrames() {}

  /** Whether that is an id of the Go linker, which pprof does not tell from a GNU one. */
  static boolean isGoBuildId(String buildId) {
    return buildId.indexOf('/') >= 0 && buildId.matches(GO_BUILD_ID);
  }

  static @Nullable BuildId buildId(String text) {
    if (text.isEmpty()) {
      return null;
    }
    return BuildId.of(isGoBuildId(text) ? BuildId.Scheme.GO : BuildId.Scheme.GNU, text);
  }

  /** {@link Mapping#NONE} if nothing is said; a range that is none is left out. */
  static Mapping mapping(
      long[] range, String file, @Nullable BuildId buildId, Attributes attributes) {
    boolean ranged = Long.compareUnsigned(range[0], range[1]) < 0;
    if (file.isEmpty() && buildId == null && !ranged) {
      return Mapping.NONE;
    }
    Mapping.Builder builder = Mapping.builder(file).fileOffset(range[2]).buildId(buildId);
    return (ranged ? builder.range(range[0], range[1]) : builder).attributes(attributes).build();
  }

  /** By what the function and its mapping are called; native if neither says more. */
  static FrameType guess(String file, Mapping mapping) {
    if (mapping.fileName().startsWith("[kernel") || mapping.fileName().endsWith(".ko")) {
      return FrameType.KERNEL;
    }
    String name = file.toLowerCase(Locale.ROOT);
    for (String[] pair : TYPE_OF_EXTENSION) {
      if (name.endsWith(pair[0])) {
        return FrameType.of(pair[1]);
      }
    }
    return FrameType.NATIVE;
  }

  /**
   * The one frame of a location without lines; null if the location says nothing at all. Where
   * there is no mapping the address is the name.
   */
  static @Nullable Frame unresolved(FrameType type, Mapping mapping, long address) {
    boolean mapped = !mapping.equals(Mapping.NONE);
    if (mapped && address != 0) {
      return Frame.builder(type).mapping(mapping).address(address).build();
    }
    if (mapped) {
      String file = mapping.fileName();
      String name = "[" + file.substring(file.lastIndexOf('/') + 1) + "]";
      return Frame.builder(type).functionName(name).mapping(mapping).build();
    }
    return address == 0
        ? null
        : Frame.builder(type)
            .functionName("0x" + Long.toHexString(address))
            .address(address)
            .build();
  }

  /** Source lines beyond an int, and negative ones, are not known. */
  static int line(long line) {
    return line < 0 || line > Integer.MAX_VALUE ? 0 : (int) line;
  }
}
