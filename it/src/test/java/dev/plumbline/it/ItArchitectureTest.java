package dev.plumbline.it;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/**
 * This module uses the agent as a user gets it: as a jar, never by its classes. The applications
 * that run under it know nothing of ours.
 */
@AnalyzeClasses(packages = "dev.plumbline.it")
class ItArchitectureTest {
  @ArchTest
  static final ArchRule deployables_are_used_as_built =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "dev.plumbline.agent..", "dev.plumbline.sidecar..", "dev.plumbline.kernel..");

  @ArchTest
  static final ArchRule applications_know_nothing_of_ours =
      noClasses()
          .that()
          .resideInAPackage("dev.plumbline.it.app..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "dev.plumbline.profile..", "dev.plumbline.export..", "dev.plumbline.otlp..");
}
