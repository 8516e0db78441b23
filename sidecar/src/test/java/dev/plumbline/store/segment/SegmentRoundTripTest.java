package dev.plumbline.store.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import dev.plumbline.store.dictionary.CorruptSegmentException;
import dev.plumbline.store.dictionary.DictionaryDecoder;
import dev.plumbline.store.dictionary.DictionaryWriter;
import dev.plumbline.store.dictionary.SegmentDictionary;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class SegmentRoundTripTest {
  private static final List<Attributes> ATTRIBUTES =
      List.of(
          Attributes.EMPTY,
          Attributes.of(Attribute.of("thread.name", "a;b \"c\" {d}")),
          Attributes.of(
              Attribute.of("bytes", 7, "bytes"),
              Attribute.of("negative", -1),
              Attribute.of("share", 0.25),
              Attribute.of("on", true),
              Attribute.ofStrings("words", List.of("x", "")),
              Attribute.ofLongs("numbers", List.of(1L, Long.MIN_VALUE))));

  @Property(tries = 40)
  void windows_come_back_as_they_were(
      @ForAll Random random, @ForAll @IntRange(min = 1, max = 5) int windowCount) throws Exception {
    Path directory = Files.createTempDirectory("segment");
    Segment segment = new Segment(directory, 1);
    List<Profile> written = new ArrayList<>();
    try (SegmentWriter writer = SegmentWriter.create(segment.path())) {
      for (int i = 0; i < windowCount; i++) {
        Profile profile = profile(random, i);
        writer.append(ProfileWindow.of(List.of(profile)));
        written.add(profile);
      }
      assertThat(read(segment)).isEqualTo(sorted(written));
    }
    assertThat(segment.seal()).isTrue();
    segment.forget();
    assertThat(read(segment)).isEqualTo(sorted(written));
    segment.delete();
    Files.delete(directory);
  }

  private static List<List<String>> sorted(List<Profile> profiles) {
    List<List<String>> all = new ArrayList<>();
    for (Profile profile : profiles) {
      List<String> lines = new ArrayList<>();
      lines.add(profile.resource() + " " + profile.type() + " " + profile.startUnixNanos());
      profile.samples().stream().map(SegmentRoundTripTest::line).sorted().forEach(lines::add);
      all.add(lines);
    }
    return all;
  }

  private static List<List<String>> read(Segment segment) throws Exception {
    List<List<String>> all = new ArrayList<>();
    try (SegmentReader reader = SegmentReader.open(segment.path())) {
      List<WindowRow> windows = reader.windows(Long.MIN_VALUE, Long.MAX_VALUE);
      List<SeriesRow> series = reader.series();
      SegmentDictionary dictionary = segment.dictionary(reader);
      BitSet every = new BitSet();
      every.set(0, series.size());
      reader.samples(
          windows,
          every,
          dictionary,
          (window, samples) -> {
            SeriesRow row = series.get(window.series());
            Resource resource = Resource.of(dictionary.attributes(row.resource()));
            List<String> lines = new ArrayList<>();
            long total = 0;
            while (samples.next()) {
              total += samples.value();
              lines.add(
                  line(
                      Sample.of(
                          dictionary.stackTrace(samples.node()),
                          dictionary.attributes(samples.attributeSet()),
                          samples.link(),
                          samples.value())));
            }
            assertThat(window.total()).isEqualTo(total);
            lines.sort(null);
            lines.add(0, resource + " " + row.type() + " " + window.startUnixNanos());
            all.add(lines);
          });
    }
    return all;
  }

  private static String line(Sample sample) {
    StringBuilder line = new StringBuilder(sample.toString()).append(' ').append(sample.link());
    for (Frame frame : sample.stackTrace().frames()) {
      line.append('\n')
          .append(frame.systemName())
          .append(frame.fileName())
          .append(frame.line())
          .append(frame.type())
          .append(frame.mapping())
          .append(frame.mapping().buildId())
          .append(frame.mapping().attributes())
          .append(frame.address())
          .append(frame.inlined());
    }
    return line.toString();
  }

  private static Profile profile(Random random, int index) {
    List<Sample> samples = new ArrayList<>();
    int count = 1 + random.nextInt(30);
    for (int i = 0; i < count; i++) {
      Link link =
          random.nextInt(4) == 0
              ? Link.of(random.nextLong() | 1, random.nextLong(), random.nextLong() | 1)
              : Link.NONE;
      samples.add(
          Sample.of(
              stack(random),
              ATTRIBUTES.get(random.nextInt(ATTRIBUTES.size())),
              link,
              random.nextInt(2000) - 1000));
    }
    Resource resource =
        Resource.of(
            Attributes.of(
                Attribute.of("service.name", "s" + random.nextInt(3)),
                Attribute.of("process.pid", random.nextInt(3))));
    return Profile.builder(
            resource,
            Scope.of("test", "1"),
            ProfileType.builder("delay", "nanoseconds").periodType("mutex", "count").build())
        .interval(1_000_000_000L + index, 10_000_000_000L)
        .samples(samples)
        .build();
  }

  private static StackTrace stack(Random random) {
    List<Frame> frames = new ArrayList<>();
    int depth = random.nextInt(8);
    for (int i = 0; i < depth; i++) {
      frames.add(frame(random));
    }
    return StackTrace.of(frames);
  }

  private static Frame frame(Random random) {
    int kind = random.nextInt(5);
    Mapping mapping =
        Mapping.builder("/lib/a" + kind + ".so")
            .range(0x1000, -8)
            .fileOffset(kind)
            .buildId(kind == 0 ? null : BuildId.of(BuildId.Scheme.values()[kind % 3], "b" + kind))
            .attributes(ATTRIBUTES.get(kind % 3))
            .build();
    return kind < 2
        ? Frame.builder(FrameType.NATIVE).mapping(mapping).address(-1L - kind).build()
        : Frame.builder(FrameType.of("word" + kind))
            .functionName("naïve \u2028 f" + random.nextInt(4))
            .systemName("_Z" + kind)
            .fileName(kind == 2 ? "" : "F.java")
            .line(kind == 2 ? 0 : Integer.MAX_VALUE)
            .inlined(random.nextBoolean())
            .build();
  }

  @Property(tries = 300)
  void damaged_parts_are_refused_and_never_hang(@ForAll Random random) {
    DictionaryWriter writer = new DictionaryWriter();
    for (int i = 0; i < 20; i++) {
      writer.node(stack(random));
    }
    byte[] part = writer.pendingPart();
    part[random.nextInt(part.length)] ^= (byte) (1 << random.nextInt(8));
    try {
      new DictionaryDecoder().append(part);
    } catch (CorruptSegmentException expected) {
      assertThat(expected.getMessage()).isNotEmpty();
    }
  }

  @Test
  void deep_stack_needs_no_recursion() throws Exception {
    List<Frame> frames = new ArrayList<>();
    for (int i = 0; i < 30_000; i++) {
      frames.add(Frame.named("f" + i % 7, FrameType.JVM));
    }
    DictionaryWriter writer = new DictionaryWriter();
    int node = writer.node(StackTrace.of(frames));
    DictionaryDecoder decoder = new DictionaryDecoder();
    decoder.append(writer.pendingPart());
    assertThat(new SegmentDictionary(decoder).stackTrace(node)).isEqualTo(StackTrace.of(frames));
  }

  @Test
  void foreign_database_is_refused() throws Exception {
    Path directory = Files.createTempDirectory("segment");
    Path file = directory.resolve("x.db");
    Files.write(file, new byte[0]);
    assertThatThrownBy(() -> SegmentReader.open(file))
        .isInstanceOf(CorruptSegmentException.class)
        .hasMessageContaining("application id 0");
    Files.delete(file);
    Files.delete(directory);
  }
}
