package dev.plumbline.javaname;

import dev.plumbline.profile.Frame;
import dev.plumbline.profile.FrameType;

/**
 * How a Java method appears as a frame, whoever saw it: an agent's recording and a reader from
 * outside give equal frames for equal code (§6.3 of the OTLP study). Stateless.
 */
public final class JavaFrames {
  /** Stands for a method whose class was unloaded before it was named. */
  public static final Frame UNLOADED = Frame.named("[unloaded method]", FrameType.JVM);

  private JavaFrames() {}

  /**
   * {@code pkg.Class.method} with the JVM's own form as system name, and the derived source file.
   *
   * @param className internal name, normalised if that is wanted
   * @param descriptor parameter and result types, such as {@code (I)V}
   */
  public static Frame.Builder method(String className, String method, String descriptor) {
    return Frame.builder(FrameType.JVM)
        .functionName(ClassNames.dotted(className) + "." + method)
        .systemName(className + "." + method + descriptor)
        .fileName(ClassNames.sourceFile(className));
  }

  /** A frame that is only a class, as in stacks of allocations. */
  public static Frame.Builder ofClass(String className) {
    return Frame.builder(FrameType.JVM)
        .functionName(ClassNames.dotted(className))
        .systemName(className)
        .fileName(ClassNames.sourceFile(className));
  }
}
