package dev.plumbline;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The sidecar's row of the module table: exporter, native, descriptors, and few libraries. */
@AnalyzeClasses(packages = "dev.plumbline", importOptions = DoNotIncludeTests.class)
class SidecarArchitectureTest {
  private static final String[] OURS = {
    "dev.plumbline.cli..",
    "dev.plumbline.run..",
    "dev.plumbline.probe..",
    "dev.plumbline.record..",
    "dev.plumbline.frame..",
    "dev.plumbline.cpu..",
    "dev.plumbline.object..",
    "dev.plumbline.metric..",
    "dev.plumbline.output..",
    "dev.plumbline.process..",
    "dev.plumbline.unwind..",
    "dev.plumbline.symbol..",
    "dev.plumbline.jvm..",
    "dev.plumbline.container..",
    "dev.plumbline.attribute..",
    "dev.plumbline.selection..",
    "dev.plumbline.listen..",
    "dev.plumbline.tls..",
    "dev.plumbline.format..",
    "dev.plumbline.page..",
    "dev.plumbline.metric..",
    "dev.plumbline.spool..",
    "dev.plumbline.receive..",
    "dev.plumbline.fetch..",
    "dev.plumbline.extension..",
    "dev.plumbline.scrape..",
    "dev.plumbline.profilefile..",
    "dev.plumbline.collector..",
    "dev.plumbline.selfprofile..",
    "dev.plumbline.serve..",
    "dev.plumbline.store..",
    "dev.plumbline.scan..",
    "dev.plumbline.pattern..",
    "dev.plumbline.tree..",
    "dev.plumbline.merge..",
    "dev.plumbline.view..",
    "dev.plumbline.api..",
  };

  @ArchTest
  static final ArchRule agent_is_not_known =
      noClasses().should().dependOnClassesThat().resideInAPackage("dev.plumbline.agent..");

  @ArchTest
  static final ArchRule sidecar_knows_exporter_and_native_and_few_libraries =
      classes()
          .that()
          .resideInAnyPackage(OURS)
          .and()
          .resideOutsideOfPackages(
              "dev.plumbline.listen..", "dev.plumbline.fetch..", "dev.plumbline.tls..")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "dev.plumbline..",
              "java..",
              "org.jspecify..",
              "picocli..",
              "org.tukaani.xz..",
              "org.sqlite..",
              "io.prometheus.metrics..",
              "com.google.protobuf..",
              "jdk.jfr..",
              "com.fasterxml.jackson.core..");

  @ArchTest
  static final ArchRule listeners_know_their_server_library_and_codecs =
      classes()
          .that()
          .resideInAPackage("dev.plumbline.listen..")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "dev.plumbline.listen..",
              "java..",
              "org.jspecify..",
              "io.vertx.core..",
              "io.netty..",
              "com.github.luben.zstd..",
              "org.xerial.snappy..",
              "net.jpountz.lz4..",
              "dev.plumbline.wire..",
              "dev.plumbline.tls..",
              "dev.plumbline.fault..",
              "javax.net.ssl..",
              "com.google.protobuf..");

  @ArchTest
  static final ArchRule server_library_stays_in_its_packages =
      noClasses()
          .that()
          .resideOutsideOfPackages("dev.plumbline.listen.server..", "dev.plumbline.fetch..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.vertx..");

  @ArchTest
  static final ArchRule exporter_and_native_do_not_know_the_sidecar =
      noClasses()
          .that()
          .resideOutsideOfPackages(OURS)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(OURS);

  @ArchTest
  static final ArchRule command_line_is_known_to_none =
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.plumbline.cli..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("dev.plumbline.cli..", "picocli..");

  @ArchTest
  static final ArchRule outputs_do_not_know_what_runs =
      noClasses()
          .that()
          .resideInAPackage("dev.plumbline.output..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("dev.plumbline.run..", "dev.plumbline.process..");

  @ArchTest
  static final ArchRule every_package_is_named_by_what_lives_there =
      noClasses()
          .should()
          .resideInAnyPackage("..util..", "..common..", "..helper..", "..manager..", "..misc..");
}
