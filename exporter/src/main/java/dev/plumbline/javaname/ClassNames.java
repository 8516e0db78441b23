package dev.plumbline.javaname;

/**
 * Names of classes as the JVM writes them ({@code pkg/Outer$Inner}), made readable and, if asked,
 * free of what differs between runs: addresses of hidden classes, numbers of lambdas, accessors and
 * proxies, random parts of classes that libraries generate (case: equal code must merge).
 * Stateless.
 */
public final class ClassNames {
  /** What follows one of these is a number or random. */
  private static final String[] GENERATED_MARKERS = {
    "$$Lambda",
    "$$SpringCGLIB",
    "$$EnhancerBySpringCGLIB",
    "$$FastClassBySpringCGLIB",
    "$$EnhancerByCGLIB",
    "$$FastClassByCGLIB",
    "$HibernateProxy",
    "$MockitoMock",
    "$ByteBuddy",
  };

  private ClassNames() {}

  /** The internal name without what differs between runs; the same instance if there is nothing. */
  public static String normalized(String internalName) {
    String name = withoutHiddenSuffix(internalName);
    for (String marker : GENERATED_MARKERS) {
      int at = name.indexOf(marker);
      if (at >= 0) {
        return name.substring(0, at + marker.length());
      }
    }
    int simple = name.lastIndexOf('/') + 1;
    if (isAccessor(name, simple)) {
      return withoutTrailingDigits(name);
    }
    if (name.startsWith("$Proxy", simple)) {
      return packageOfProxy(name.substring(0, simple))
          + withoutTrailingDigits(name.substring(simple));
    }
    return name;
  }

  /** Whether source of the class exists at all; a proxy's or an accessor's does not. */
  public static boolean hasSource(String internalName) {
    int simple = internalName.lastIndexOf('/') + 1;
    return !internalName.startsWith("$Proxy", simple)
        && !isAccessor(internalName, simple)
        && !internalName.startsWith("java/lang/invoke/LambdaForm$");
  }

  /** {@code pkg.Outer$Inner}. */
  public static String dotted(String internalName) {
    return internalName.replace('/', '.');
  }

  /**
   * Source file derived from the outer class, since recordings do not hold it; empty if there is
   * none. The derived name may be wrong for a second top-level class of a file and for other
   * languages than Java.
   */
  public static String sourceFile(String internalName) {
    if (!hasSource(internalName)) {
      return "";
    }
    int simple = internalName.lastIndexOf('/') + 1;
    int inner = internalName.indexOf('$', simple + 1);
    int hidden = internalName.indexOf('.', simple + 1);
    int end = inner >= 0 ? inner : hidden >= 0 ? hidden : internalName.length();
    return internalName.substring(simple, end) + ".java";
  }

  /** A class as a user writes it: {@code byte[]}, {@code java.lang.String[][]}. */
  public static String readable(String internalName) {
    int dimensions = 0;
    while (dimensions < internalName.length() && internalName.charAt(dimensions) == '[') {
      dimensions++;
    }
    if (dimensions == 0) {
      return dotted(internalName);
    }
    String element = internalName.substring(dimensions);
    if (element.startsWith("L") && element.endsWith(";")) {
      element = dotted(element.substring(1, element.length() - 1));
    } else if (element.length() == 1) {
      element = primitive(element.charAt(0));
    }
    StringBuilder name = new StringBuilder(element);
    for (int i = 0; i < dimensions; i++) {
      name.append("[]");
    }
    return name.toString();
  }

  private static String primitive(char descriptor) {
    switch (descriptor) {
      case 'Z':
        return "boolean";
      case 'B':
        return "byte";
      case 'C':
        return "char";
      case 'S':
        return "short";
      case 'I':
        return "int";
      case 'J':
        return "long";
      case 'F':
        return "float";
      case 'D':
        return "double";
      default:
        return String.valueOf(descriptor);
    }
  }

  private static boolean isAccessor(String name, int simple) {
    return name.startsWith("Generated", simple)
        && (name.startsWith("jdk/internal/reflect/") || name.startsWith("sun/reflect/"));
  }

  /**
   * {@code /0x…} or {@code .0x…} of hidden classes, which the JVM itself stores as {@code +0x…};
   * {@code /digits} of anonymous ones.
   */
  private static String withoutHiddenSuffix(String name) {
    int separator =
        Math.max(Math.max(name.lastIndexOf('/'), name.lastIndexOf('.')), name.lastIndexOf('+'));
    if (separator <= 0 || separator == name.length() - 1) {
      return name;
    }
    boolean isAddress = name.startsWith("0x", separator + 1);
    for (int i = separator + (isAddress ? 3 : 1); i < name.length(); i++) {
      if (Character.digit(name.charAt(i), isAddress ? 16 : 10) < 0) {
        return name;
      }
    }
    return name.substring(0, separator);
  }

  /** {@code jdk/proxy2/} counts modules; other packages are the interface's own. */
  private static String packageOfProxy(String packageName) {
    return packageName.startsWith("jdk/proxy") ? "jdk/proxy/" : packageName;
  }

  private static String withoutTrailingDigits(String name) {
    int end = name.length();
    while (end > 0 && name.charAt(end - 1) >= '0' && name.charAt(end - 1) <= '9') {
      end--;
    }
    return name.substring(0, end);
  }
}
