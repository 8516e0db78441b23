package dev.plumbline.premain;

import java.io.File;

/**
 * What {@code java -jar plumbline-agent.jar} runs: the table of settings. The jar itself is for
 * {@code -javaagent}. Confined to the main thread.
 */
public final class Help {
  private static final String TABLE = "dev.plumbline.agent.settings.HelpTable";

  private Help() {}

  /** Prints the table, whatever the arguments. */
  public static void main(String[] arguments) throws Exception {
    if (HostJvm.current().featureVersion() < HostJvm.LOWEST_FEATURE_VERSION) {
      Premain.report("needs Java " + HostJvm.LOWEST_FEATURE_VERSION + " or newer");
      System.exit(1);
    }
    System.out.println("java -javaagent:plumbline-agent.jar=NAME=VALUE,NAME=VALUE -jar app.jar");
    File jar = new File(Help.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    ClassLoader loader =
        new IsolatedClassLoader(jar, ClassLoader.getSystemClassLoader().getParent());
    Object lines = Class.forName(TABLE, true, loader).getMethod("lines").invoke(null);
    for (Object line : (Iterable<?>) lines) {
      System.out.println(line);
    }
  }
}
