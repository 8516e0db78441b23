package dev.plumbline.jfr;

import dev.plumbline.javaname.ClassNames;
import dev.plumbline.javaname.JavaFrames;
import dev.plumbline.javaname.ModifiedUtf8;
import dev.plumbline.jfr.chunk.LongIndex;
import dev.plumbline.profile.Frame;
import dev.plumbline.profile.FrameType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import one.jfr.ClassRef;
import one.jfr.JfrReader;
import one.jfr.MethodRef;
import org.jspecify.annotations.Nullable;

/**
 * Frames of one chunk, each built once (§6.3 of the OTLP study, §4.2 of the agent study). Java
 * frames are {@code pkg.Class.method} with the JVM's own form as system name; native ones are the
 * symbol. Inlined frames are frames like others: which calls the compiler inlined differs between
 * runs of the same code. Native frames have no mapping, since a recording holds no addresses.
 * Confined to one thread.
 */
final class FrameResolver {
  static final Frame UNKNOWN = Frame.named("[unknown]", FrameType.NATIVE);
  static final Frame UNLOADED = JavaFrames.UNLOADED;
  static final Frame OVERFLOW = Frame.named("[storage_overflow]", FrameType.NATIVE);

  /** Method ids above are not ours to pack with a line; no JVM writes them. */
  private static final long MAX_METHOD_ID = (1L << 47) - 1;

  private static final int LINE_BITS = 16;

  private final JfrReader reader;
  private final JfrSettings.Names names;
  private final FrameType[] nativeTypes = new FrameType[256];
  private final LongIndex frameIndex = new LongIndex();
  private final List<Frame> frames = new ArrayList<>();
  private final LongIndex methodIndex = new LongIndex();
  private final List<Method> methods = new ArrayList<>();
  private final LongIndex classIndex = new LongIndex();
  private final List<String> classes = new ArrayList<>();

  FrameResolver(JfrReader reader, JfrSettings.Names names) {
    this.reader = reader;
    this.names = names;
    Map<Integer, String> descriptions = reader.enums.get("jdk.types.FrameType");
    for (int i = 0; i < nativeTypes.length; i++) {
      String description = descriptions == null ? null : descriptions.get(i);
      nativeTypes[i] = "Kernel".equals(description) ? FrameType.KERNEL : FrameType.NATIVE;
    }
  }

  /**
   * @param type key of the recording's frame types; tells kernel from user code in native frames
   * @param line 0 if unknown
   */
  Frame frame(long methodId, byte type, int line) {
    if (methodId < 0 || methodId > MAX_METHOD_ID) {
      return UNKNOWN;
    }
    long key = (methodId << LINE_BITS) | (line & 0xffff);
    int index = frameIndex.get(key);
    if (index == LongIndex.ABSENT) {
      index = frames.size();
      frames.add(method(methodId, type).frame(line & 0xffff));
      frameIndex.put(key, index);
    }
    return frames.get(index);
  }

  /** Internal name of a class, normalised if asked; null if the chunk does not hold it. */
  @Nullable String className(long classId) {
    int index = classIndex.get(classId);
    if (index == LongIndex.ABSENT) {
      ClassRef reference = reader.classes.get(classId);
      String name = reference == null ? null : symbol(reference.name);
      if (name == null) {
        return null;
      }
      index = classes.size();
      classes.add(names == JfrSettings.Names.NORMALIZED ? ClassNames.normalized(name) : name);
      classIndex.put(classId, index);
    }
    return classes.get(index);
  }

  private Method method(long methodId, byte type) {
    int index = methodIndex.get(methodId);
    if (index == LongIndex.ABSENT) {
      index = methods.size();
      methods.add(resolve(reader.methods.get(methodId), type));
      methodIndex.put(methodId, index);
    }
    return methods.get(index);
  }

  private Method resolve(@Nullable MethodRef method, byte type) {
    String name = method == null ? null : symbol(method.name);
    if (method == null || name == null) {
      return new Method(UNKNOWN);
    }
    String descriptor = symbol(method.sig);
    String className = className(method.cls);
    if (descriptor == null || descriptor.endsWith(")L;")) {
      // Such a descriptor is no Java method's: async-profiler marks native symbols by it.
      return name.isEmpty() && className != null && !className.isEmpty()
          ? new Method(JavaFrames.ofClass(className))
          : nativeMethod(name, className == null ? "" : className, type);
    }
    if (className == null) {
      return new Method(UNKNOWN);
    }
    return new Method(JavaFrames.method(className, name, descriptor));
  }

  private Method nativeMethod(String name, String library, byte type) {
    if (name.isEmpty()) {
      return new Method(UNKNOWN);
    }
    if (library.isEmpty()) {
      switch (name) {
        case "unknown":
          return new Method(UNKNOWN);
        case "stale_jmethodID":
          return new Method(UNLOADED);
        case "storage_overflow":
          return new Method(OVERFLOW);
        default:
          break;
      }
      if (name.startsWith("break_")) {
        return new Method(Frame.named("[" + name + "]", FrameType.NATIVE));
      }
    }
    return new Method(Frame.named(name, nativeTypes[type & 0xff]));
  }

  private @Nullable String symbol(long id) {
    byte[] bytes = reader.symbols.get(id);
    return bytes == null ? null : ModifiedUtf8.decode(bytes);
  }

  /** A method: its frame without a line and, if lines are known, what builds those with one. */
  private static final class Method {
    private final Frame withoutLine;
    private final Frame.@Nullable Builder builder;

    Method(Frame only) {
      this.withoutLine = only;
      this.builder = null;
    }

    Method(Frame.Builder builder) {
      this.withoutLine = builder.build();
      this.builder = builder;
    }

    Frame frame(int line) {
      return line == 0 || builder == null ? withoutLine : builder.line(line).build();
    }
  }
}
