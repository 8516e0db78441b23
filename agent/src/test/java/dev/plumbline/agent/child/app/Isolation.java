package dev.plumbline.agent.child.app;

/** Prints what an application can see of the agent's classes and resources. */
public final class Isolation {
  private Isolation() {}

  public static void main(String[] arguments) throws Exception {
    Thread.sleep(Long.parseLong(arguments[0]));
    for (String name :
        new String[] {
          "dev.plumbline.agent.Agent",
          "dev.plumbline.profile.Sample",
          "one.profiler.AsyncProfiler",
          "one.jfr.JfrReader",
          "io.grpc.ManagedChannel",
          "io.netty.channel.Channel",
          "com.sun.jna.Native"
        }) {
      System.out.println(name + " " + isVisible(name));
    }
    ClassLoader context = Thread.currentThread().getContextClassLoader();
    System.out.println("context " + (context == ClassLoader.getSystemClassLoader()));
    System.out.println(
        "services "
            + ClassLoader.getSystemResource("META-INF/services/io.grpc.NameResolverProvider"));
    System.out.println("unnamed native access " + nativeAccess(Isolation.class.getModule()));
  }

  private static boolean isVisible(String name) {
    try {
      Class.forName(name);
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  private static Object nativeAccess(Module module) {
    try {
      return Module.class.getMethod("isNativeAccessEnabled").invoke(module);
    } catch (ReflectiveOperationException e) {
      return "unknown";
    }
  }
}
