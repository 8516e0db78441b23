package dev.plumbline.run;

/** The version of this program, from the manifest of its jar. */
public final class Version {
  /** {@code dev} where there is no manifest. */
  public static final String OF_THIS = read();

  private Version() {}

  private static String read() {
    String version = Version.class.getPackage().getImplementationVersion();
    return version == null ? "dev" : version;
  }
}
