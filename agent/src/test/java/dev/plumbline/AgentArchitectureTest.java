package dev.plumbline;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The agent's row of the module table, and what the application may see of it. */
@AnalyzeClasses(packages = "dev.plumbline", importOptions = DoNotIncludeTests.class)
class AgentArchitectureTest {
  @ArchTest
  static final ArchRule agent_knows_the_exporter_and_its_natives_only =
      classes()
          .that()
          .resideInAPackage("dev.plumbline.agent..")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "dev.plumbline.agent..",
              "dev.plumbline.profile..",
              "dev.plumbline.gadget..",
              "dev.plumbline.descriptor..",
              "dev.plumbline.sampling..",
              "dev.plumbline.jfr..",
              "dev.plumbline.export..",
              "dev.plumbline.config..",
              "dev.plumbline.yaml..",
              "dev.plumbline.fault..",
              "java..",
              "org.jspecify..",
              "one.profiler..",
              "com.sun.jna");

  @ArchTest
  static final ArchRule premain_knows_the_jdk_only =
      classes()
          .that()
          .resideInAnyPackage("dev.plumbline.premain..", "dev.plumbline.module..")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "dev.plumbline.premain..", "dev.plumbline.module..", "java..", "org.jspecify..");

  @ArchTest
  static final ArchRule premain_touches_no_logging_and_no_regular_expressions =
      noClasses()
          .that()
          .resideInAPackage("dev.plumbline.premain..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("java.util.logging..", "java.util.regex..");

  @ArchTest
  static final ArchRule natives_are_called_in_one_package =
      noClasses()
          .that()
          .resideOutsideOfPackages("dev.plumbline.agent.natives..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("com.sun.jna..");
}
