package dev.plumbline.javaname;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClassNamesTest {
  @ParameterizedTest
  @CsvSource({
    "app/Main$$Lambda$14.0x00007f9b90000c08, app/Main$$Lambda",
    "app/Main$$Lambda$14/0x0000000800c03000, app/Main$$Lambda",
    "app/Main$$Lambda$14+0x0000000800c03000, app/Main$$Lambda",
    "java/lang/invoke/LambdaForm$MH+0x00007f9b90005800, java/lang/invoke/LambdaForm$MH",
    "app/Hidden+0x00007f9b90001228, app/Hidden",
    "app/Main$$Lambda.0x00007f9b90000c08, app/Main$$Lambda",
    "app/Main$$Lambda$3/1735600054, app/Main$$Lambda",
    "app/Hidden.0x00007f9b90001228, app/Hidden",
    "java/lang/invoke/LambdaForm$DMH.0x00007f9b90001800, java/lang/invoke/LambdaForm$DMH",
    "java/lang/invoke/LambdaForm$MH/0x00007f9b90005800, java/lang/invoke/LambdaForm$MH",
    "java/lang/invoke/LambdaForm$MH/1234567, java/lang/invoke/LambdaForm$MH",
    "jdk/internal/reflect/GeneratedMethodAccessor12, jdk/internal/reflect/GeneratedMethodAccessor",
    "sun/reflect/GeneratedConstructorAccessor3, sun/reflect/GeneratedConstructorAccessor",
    "$Proxy0, $Proxy",
    "com/sun/proxy/$Proxy31, com/sun/proxy/$Proxy",
    "jdk/proxy2/$Proxy7, jdk/proxy/$Proxy",
    "app/Service$$SpringCGLIB$$0, app/Service$$SpringCGLIB",
    "app/Service$$EnhancerBySpringCGLIB$$d0a1b2c3, app/Service$$EnhancerBySpringCGLIB",
    "app/Entity$HibernateProxy$kT3QbR1s, app/Entity$HibernateProxy",
  })
  void normalized_removesWhatDiffersBetweenRuns(String given, String expected) {
    assertThat(ClassNames.normalized(given)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "java/lang/Thread",
    "app/Version2",
    "app/v1/Api",
    "app/Outer$1",
    "app/GeneratedReport7",
    "java/lang/invoke/BoundMethodHandle$Species_LL",
    "[B",
    "''",
  })
  void normalized_leavesOtherNamesAlone(String name) {
    assertThat(ClassNames.normalized(name)).isSameAs(name);
  }

  @ParameterizedTest
  @CsvSource({
    "java/lang/Thread, Thread.java",
    "app/Outer$Inner$1, Outer.java",
    "app/Main$$Lambda, Main.java",
    "app/Main$$Lambda$14.0x00007f9b90000c08, Main.java",
    "app/Hidden.0x00007f9b90001228, Hidden.java",
    "$Gson, $Gson.java",
    "Main, Main.java",
    "jdk/proxy/$Proxy, ''",
    "jdk/internal/reflect/GeneratedMethodAccessor, ''",
    "java/lang/invoke/LambdaForm$MH, ''",
  })
  void sourceFile_isTheOuterClass(String internalName, String expected) {
    assertThat(ClassNames.sourceFile(internalName)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "java/lang/String, java.lang.String",
    "[B, byte[]",
    "[[J, long[][]",
    "[Ljava/lang/Object;, java.lang.Object[]",
    "'', ''",
    "[, []",
  })
  void readable_isAsAUserWritesIt(String internalName, String expected) {
    assertThat(ClassNames.readable(internalName)).isEqualTo(expected);
  }
}
