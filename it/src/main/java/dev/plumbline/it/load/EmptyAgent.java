package dev.plumbline.it.load;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import org.jspecify.annotations.Nullable;

/** The least that a Java agent does: the floor under every other's start. */
public final class EmptyAgent {
  private EmptyAgent() {}

  public static void premain(@Nullable String arguments, Instrumentation instrumentation) {
    instrumentation.addTransformer(new Nothing());
  }

  /** Looks at each class and changes none. */
  private static final class Nothing implements ClassFileTransformer {
    @Override
    public byte @Nullable [] transform(
        @Nullable ClassLoader loader,
        @Nullable String className,
        @Nullable Class<?> redefined,
        @Nullable ProtectionDomain domain,
        byte[] bytes) {
      return null;
    }
  }
}
