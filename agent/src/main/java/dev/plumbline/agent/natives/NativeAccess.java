package dev.plumbline.agent.natives;

import java.lang.instrument.Instrumentation;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.Set;

/**
 * Grants native access to our own module and to no other, so that JDK 24 and later neither warn nor
 * refuse (agent study §7.5). Stateless.
 */
public final class NativeAccess {
  private NativeAccess() {}

  /**
   * Does nothing where the agent's classes are in an unnamed module, that is before Java 22.
   *
   * @throws ReflectiveOperationException if this JVM has no such grant any more; the libraries may
   *     still load, with the JVM's warning
   */
  public static void grant(Instrumentation instrumentation) throws ReflectiveOperationException {
    Module own = NativeAccess.class.getModule();
    if (!own.isNamed()) {
      return;
    }
    instrumentation.redefineModule(
        Object.class.getModule(),
        Set.of(),
        Map.of(),
        Map.of("java.lang", Set.of(own)),
        Set.of(),
        Map.of());
    Method grant = Module.class.getDeclaredMethod("implAddEnableNativeAccess");
    grant.setAccessible(true);
    grant.invoke(own);
  }
}
