package dev.plumbline.pprof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.profile.Attribute;
import dev.plumbline.profile.Attributes;
import dev.plumbline.profile.BuildId;
import dev.plumbline.profile.Frame;
import dev.plumbline.profile.FrameType;
import dev.plumbline.profile.Link;
import dev.plumbline.profile.Mapping;
import dev.plumbline.profile.Profile;
import dev.plumbline.profile.ProfileType;
import dev.plumbline.profile.ProfileWindow;
import dev.plumbline.profile.Resource;
import dev.plumbline.profile.Sample;
import dev.plumbline.profile.Scope;
import dev.plumbline.profile.StackTrace;
import java.io.ByteArrayInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PprofEncoderTest {
  private static final Scope SCOPE = Scope.of("plumbline", "test");
  private static final ProfileType CPU =
      ProfileType.builder("samples", "count")
          .periodType("cpu", "nanoseconds")
          .period(10_000_000)
          .build();
  private static final Mapping LIBC =
      Mapping.builder("/usr/lib/libc.so.6")
          .range(0x7f00_0000_0000L, 0x7f00_0010_0000L)
          .fileOffset(0x1000)
          .buildId(BuildId.of(BuildId.Scheme.GNU, "abcdef0123456789"))
          .build();
  private static final Frame RUN =
      Frame.builder(FrameType.JVM)
          .functionName("com.example.App.run")
          .fileName("App.java")
          .line(42)
          .build();
  private static final Frame WORK =
      Frame.builder(FrameType.JVM)
          .functionName("com.example.App.work")
          .fileName("App.java")
          .line(7)
          .build();

  @TempDir Path directory;

  @Test
  void item66_goReadsTheFileWithoutWarningAndWithTheRightTotal() throws Exception {
    Path file = write(cpu("shop", List.of(sample(3, WORK, RUN), sample(1, RUN))));

    assertThat(GoPprof.run(List.of("-raw"), file))
        .doesNotContainIgnoringCase("warning")
        .contains("samples/count cpu/nanoseconds[dflt]")
        .contains("3   30000000: 1 2")
        .contains("Duration: 10s");
    assertThat(GoPprof.run(List.of("-top", "-sample_index=samples"), file))
        .contains("of 4 total")
        .containsPattern("3 75.00% 75.00%\\s+3 75.00%\\s+com.example.App.work")
        .containsPattern("1 25.00%\\s+100%\\s+4\\s+100%\\s+com.example.App.run");
  }

  @Test
  void item66_aCompressedFileHasOneGzipMember() throws Exception {
    PprofFile file =
        new PprofEncoder()
            .encode(ProfileWindow.of(List.of(cpu("shop", List.of(sample(3, WORK, RUN))))))
            .get(0);
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(file.gzipped()))) {
      assertThat(in.readAllBytes()).isEqualTo(file.protobuf());
    }
  }

  @Test
  void item67_typesOfOneEventStandInColumnsOfEachSample() throws Exception {
    ProfileType objects =
        ProfileType.builder("alloc_objects", "count").periodType("memory", "bytes").build();
    ProfileType space =
        ProfileType.builder("alloc_space", "bytes").periodType("memory", "bytes").build();
    Path file =
        write(
            profile("shop", objects, List.of(sample(2, WORK, RUN), sample(5, RUN))),
            profile("shop", space, List.of(sample(2048, WORK, RUN))));

    assertThat(GoPprof.run(List.of("-raw"), file))
        .contains("alloc_objects/count alloc_space/bytes[dflt]")
        .contains("2       2048: 1 2")
        .contains("5          0: 2");
  }

  @Test
  void item68_twoFilesOfTheSameKindMerge() throws Exception {
    Path first = write(cpu("shop", List.of(sample(3, WORK, RUN))));
    Path second = write(cpu("shop", List.of(sample(4, WORK, RUN))));

    assertThat(GoPprof.run(List.of("-top", "-sample_index=samples"), first, second))
        .contains("of 7 total");
  }

  @Test
  void item69_aKeyHasOneValueASampleAndOneUnitAFile() throws Exception {
    Attributes bytes =
        Attributes.of(Attribute.of("size", 512, "bytes"), Attribute.of("thread.name", "main"));
    Attributes odd = Attributes.of(Attribute.of("size", 3, "pages"));
    Path file =
        write(
            cpu(
                "shop",
                List.of(
                    Sample.of(StackTrace.of(WORK, RUN), bytes, Link.of(1, 2, 3), 1),
                    Sample.of(StackTrace.of(RUN), odd, Link.NONE, 2))));

    assertThat(GoPprof.run(List.of("-raw"), file))
        .contains("size:[512 bytes]")
        .contains("size:[3 pages]")
        .contains("thread.name:[main]")
        .contains("trace_id:[00000000000000010000000000000002]")
        .contains("span_id:[0000000000000003]");
    assertThat(GoPprof.run(List.of("-tags"), file)).doesNotContainIgnoringCase("inconsistent");
  }

  @Test
  void resources_ofOneFile_areToldApartByLabels() throws Exception {
    Path file =
        write(
            cpu("shop", List.of(sample(3, WORK, RUN))), cpu("mail", List.of(sample(4, WORK, RUN))));

    assertThat(GoPprof.run(List.of("-top", "-tagfocus=service.name:mail", "-sample_index=0"), file))
        .contains("of 7 total")
        .containsPattern("4 57.14% 57.14%\\s+4 57.14%\\s+com.example.App.work");
  }

  @Test
  void nativeFrames_keepMappingAddressAndInlining() throws Exception {
    Frame inlined =
        Frame.builder(FrameType.NATIVE)
            .functionName("memcpy_inline")
            .mapping(LIBC)
            .address(0x7f00_0000_2000L)
            .inlined(true)
            .build();
    Frame outer =
        Frame.builder(FrameType.NATIVE)
            .functionName("qsort")
            .mapping(LIBC)
            .address(0x7f00_0000_2000L)
            .build();
    Frame unresolved =
        Frame.builder(FrameType.NATIVE).mapping(LIBC).address(0x7f00_0000_3000L).build();
    Path file = write(cpu("shop", List.of(sample(1, inlined, outer, unresolved))));

    assertThat(GoPprof.run(List.of("-raw", "-symbolize=none"), file))
        .contains("1   10000000: 1 2")
        .contains("1: 0x7f0000002000 M=1 memcpy_inline")
        .contains("qsort")
        .contains("2: 0x7f0000003000 M=1")
        .contains("1: 0x7f0000000000/0x7f0000100000/0x1000 /usr/lib/libc.so.6 abcdef0123456789")
        .doesNotContain("[FN]");
  }

  @Test
  void periods_thatDiffer_becomeFilesOfTheirOwn() {
    ProfileType delay =
        ProfileType.builder("delay", "nanoseconds").periodType("mutex", "count").build();
    List<PprofFile> files =
        new PprofEncoder()
            .encode(
                ProfileWindow.of(
                    List.of(
                        cpu("shop", List.of(sample(1, RUN))),
                        profile("shop", delay, List.of(sample(9, RUN))))));

    assertThat(files).extracting(PprofFile::periodType).containsExactly("cpu", "mutex");
    assertThat(new PprofEncoder().encode(ProfileWindow.EMPTY)).isEmpty();
  }

  @Test
  void emptyProfile_hasItsTypes() throws Exception {
    PprofFile empty = new PprofEncoder().encodeEmpty(List.of(CPU), 1_000_000_000L, 5_000_000_000L);
    Path file = Files.write(directory.resolve("empty.pb.gz"), empty.gzipped());

    assertThat(GoPprof.run(List.of("-raw"), file))
        .contains("samples/count", "cpu/nanoseconds", "Duration: 5");
  }

  @Test
  void hostileText_isRepaired() throws Exception {
    Frame lone = Frame.named("a\uD800b", FrameType.JVM);
    Path file = write(cpu("shop", List.of(sample(1, lone))));

    assertThat(GoPprof.run(List.of("-raw"), file)).contains("a\uFFFDb");
  }

  private Path write(Profile... profiles) throws Exception {
    List<PprofFile> files = new PprofEncoder().encode(ProfileWindow.of(List.of(profiles)));
    assertThat(files).hasSize(1);
    Path path = Files.createTempFile(directory, "profile", ".pb.gz");
    return Files.write(path, files.get(0).gzipped());
  }

  private static Profile cpu(String service, List<Sample> samples) {
    return profile(service, CPU, samples);
  }

  private static Profile profile(String service, ProfileType type, List<Sample> samples) {
    Resource resource = Resource.of(Attributes.of(Attribute.of(Resource.SERVICE_NAME, service)));
    return Profile.builder(resource, SCOPE, type)
        .interval(1_767_225_600_000_000_000L, 10_000_000_000L)
        .samples(samples)
        .build();
  }

  private static Sample sample(long value, Frame... leafToRoot) {
    return Sample.of(StackTrace.of(leafToRoot), value);
  }
}
