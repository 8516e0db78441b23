package dev.plumbline.kernel;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(
    packages = "dev.plumbline.kernel",
    importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
  @ArchTest
  static final ArchRule module_knowsOnlyJnaAndJspecify =
      classes()
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "dev.plumbline.kernel..", "com.sun.jna..", "org.jspecify..", "java..");

  @ArchTest
  static final ArchRule readersOfFiles_knowNoSystemCalls =
      classes()
          .that()
          .resideInAnyPackage("dev.plumbline.kernel.elf", "dev.plumbline.kernel.btf")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "dev.plumbline.kernel.elf", "dev.plumbline.kernel.btf", "org.jspecify..", "java..");
}
