package dev.plumbline.premain;

import java.io.File;
import java.io.PrintStream;

/**
 * The table of settings: what {@code java -jar plumbline-agent.jar} runs, though the jar is for
 * {@code -javaagent}, and what the argument {@code help} prints. Stateless.
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
    print(System.out);
  }

  static void print(PrintStream out) throws Exception {
    out.println("java -javaagent:plumbline-agent.jar=NAME=VALUE,NAME=VALUE -jar app.jar");
    File jar = new File(Help.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    ClassLoader loader =
        new IsolatedClassLoader(jar, ClassLoader.getSystemClassLoader().getParent());
    Object lines = Class.forName(TABLE, true, loader).getMethod("lines").invoke(null);
    for (Object line : (Iterable<?>) lines) {
      out.println(line);
    }
  }
}
