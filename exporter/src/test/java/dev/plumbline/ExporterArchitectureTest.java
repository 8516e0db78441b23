package dev.plumbline;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The exporter's row of the module table: it knows no other module and few libraries. */
@AnalyzeClasses(packages = "dev.plumbline", importOptions = DoNotIncludeTests.class)
class ExporterArchitectureTest {
  @ArchTest
  static final ArchRule exporter_knows_only_its_own_packages_and_libraries =
      classes()
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "dev.plumbline.profile..",
              "dev.plumbline.gadget..",
              "dev.plumbline.descriptor..",
              "dev.plumbline.sampling..",
              "dev.plumbline.jfr..",
              "dev.plumbline.javaname..",
              "dev.plumbline.wire..",
              "dev.plumbline.otlp..",
              "dev.plumbline.pprof..",
              "dev.plumbline.convert..",
              "dev.plumbline.export..",
              "dev.plumbline.config..",
              "dev.plumbline.yaml..",
              "dev.plumbline.fault..",
              "java..",
              "javax.net.ssl..",
              "javax.security..",
              "org.jspecify..",
              "com.google.protobuf..",
              "io.grpc..",
              "io.netty..",
              "org.snakeyaml.engine..",
              "one.jfr..");

  @ArchTest
  static final ArchRule model_knows_nothing_but_itself =
      classes()
          .that()
          .resideInAPackage("dev.plumbline.profile..")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage("dev.plumbline.profile..", "java..", "org.jspecify..");

  @ArchTest
  static final ArchRule data_sources_know_only_the_model =
      classes()
          .that()
          .resideInAPackage("dev.plumbline.gadget..")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "dev.plumbline.gadget..", "dev.plumbline.profile..", "java..", "org.jspecify..");

  @ArchTest
  static final ArchRule encoders_know_of_the_export_only_its_border_to_the_senders =
      noClasses()
          .that()
          .resideInAnyPackage("dev.plumbline.otlp..", "dev.plumbline.pprof..")
          .should()
          .dependOnClassesThat(
              resideInAPackage("dev.plumbline.export..")
                  .and(resideOutsideOfPackage("dev.plumbline.export.sender")));

  @ArchTest
  static final ArchRule settings_know_nobody_who_acts_on_them =
      classes()
          .that()
          .resideInAPackage("dev.plumbline.export.settings")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "dev.plumbline.export.settings",
              "dev.plumbline.otlp",
              "dev.plumbline.profile",
              "java..",
              "org.jspecify..");

  @ArchTest
  static final ArchRule the_reader_of_configuration_knows_no_exporter =
      classes()
          .that()
          .resideInAPackage("dev.plumbline.config")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "dev.plumbline.config",
              "dev.plumbline.yaml",
              "dev.plumbline.fault",
              "java..",
              "org.jspecify..");

  @ArchTest
  static final ArchRule chunks_are_verified_before_anything_of_ours_sees_them =
      classes()
          .that()
          .resideInAPackage("dev.plumbline.jfr.chunk")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "dev.plumbline.jfr.chunk", "dev.plumbline.javaname", "java..", "org.jspecify..");

  @ArchTest
  static final ArchRule transport_is_known_to_the_senders_only =
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.plumbline.export..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.grpc..", "io.netty..", "java.net.http..");

  @ArchTest
  static final ArchRule recordings_are_read_in_one_package =
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.plumbline.jfr..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("one.jfr..");

  @ArchTest
  static final ArchRule protobuf_stays_at_the_wire =
      noClasses()
          .that()
          .resideOutsideOfPackages(
              "dev.plumbline.wire..",
              "dev.plumbline.otlp..",
              "dev.plumbline.pprof..",
              "dev.plumbline.export..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("com.google.protobuf..");

  @ArchTest
  static final ArchRule every_package_is_named_by_what_lives_there =
      noClasses()
          .should()
          .resideInAnyPackage("..util..", "..common..", "..helper..", "..manager..", "..misc..");
}
