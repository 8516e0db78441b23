package dev.plumbline.pprof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.convert.ConvertedWindow;
import dev.plumbline.convert.PprofToWindow;
import dev.plumbline.profile.Attributes;
import dev.plumbline.profile.Profile;
import dev.plumbline.profile.Resource;
import dev.plumbline.profile.Sample;
import dev.plumbline.profile.Scope;
import dev.plumbline.wire.Gunzip;
import dev.plumbline.wire.InputException;
import dev.plumbline.wire.InputException.Kind;
import dev.plumbline.wire.IntList;
import dev.plumbline.wire.ReverseWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PprofReaderTest {
  private static final long RECEIVED = 1_800_000_000_000_000_000L;
  private static final PprofReader READER = PprofReader.of(PprofLimits.PUSHED);

  @TempDir Path directory;

  @Test
  void idsInAnyOrderAndAbove2To63_areRenumbered() throws Exception {
    byte[] body = oddIds();
    PprofProfile profile = READER.read(body);

    assertThat(stacks(profile)).containsExactly("b:2 < a:1 = 4", "c:3 = 5", "a:1 = 6");
    Path theirs = Files.write(directory.resolve("odd.pb"), body);
    Path ours = Files.write(directory.resolve("ours.pb"), profile.toProtobuf());
    String raw = GoPprof.run(List.of("-raw", "-symbolize=none"), ours);
    assertThat(samplesOf(raw))
        .isEqualTo(samplesOf(GoPprof.run(List.of("-raw", "-symbolize=none"), theirs)));
  }

  @Test
  void gzippedBody_isTheSameProfile() throws Exception {
    byte[] body = oddIds();
    assertThat(READER.read(gzip(body)).toProtobuf()).isEqualTo(READER.read(body).toProtobuf());
  }

  @Test
  void writtenProfile_isReadAsItself() throws Exception {
    byte[] written = built().toProtobuf();
    PprofProfile read = READER.read(written);

    assertThat(read.toProtobuf()).isEqualTo(written);
    assertThat(read.labelCount(1)).isEqualTo(5);
    assertThat(read.isLabelNumber(1, 3)).isTrue();
    assertThat(read.labelNumber(1, 3)).isZero();
    assertThat(read.isLabelNumber(1, 4)).isFalse();
    assertThat(read.string(read.labelText(1, 4))).isEmpty();
  }

  @Test
  void window_hasAProfileForEachTypeAndListsForKeysThatRepeat() throws Exception {
    ConvertedWindow converted =
        PprofToWindow.convert(
            built(), Resource.of(Attributes.EMPTY), Scope.of("test", "1"), RECEIVED);

    assertThat(converted.window().profiles())
        .extracting(profile -> profile.type().type())
        .containsExactly("samples", "cpu");
    Profile cpu = converted.window().profiles().get(1);
    assertThat(cpu.total()).isEqualTo(70);
    assertThat(cpu.type().period()).isEqualTo(10);
    assertThat(cpu.durationNanos()).isEqualTo(9);
    Sample sample = cpu.samples().get(0);
    assertThat(sample.attributes().get("tag").value()).isEqualTo(List.of("x", "y"));
    assertThat(sample.attributes().get("size").value()).isEqualTo(5L);
    assertThat(sample.attributes().get("size").unit()).isEqualTo("bytes");
    assertThat(sample.stackTrace().frames())
        .extracting(frame -> frame.functionName() + (frame.inlined() ? " inlined" : ""))
        .containsExactly("leaf inlined", "caller");
    assertThat(cpu.scope().attributes().string("pprof.scope.default_sample_type")).isEqualTo("cpu");
    assertThat(cpu.attributes().get("pprof.profile.comment").value()).isEqualTo(List.of("note"));
  }

  @Test
  void emptyTypesWithoutSamplesOrWithZeros_areAnEmptyWindow() throws Exception {
    byte[] none =
        message(
            out -> {
              out.bytes(6, new byte[0], 0, 0);
              out.message(3, mark(out, inner -> inner.varint(1, 1)));
              out.message(1, out.size());
              out.message(1, out.size());
            });
    byte[] zero =
        message(
            out -> {
              out.bytes(6, new byte[0], 0, 0);
              out.message(
                  2,
                  mark(
                      out,
                      inner ->
                          inner.message(
                              2,
                              mark(
                                  inner,
                                  values -> {
                                    values.rawVarint(0);
                                    values.rawVarint(0);
                                  }))));
              out.message(1, out.size());
              out.message(1, out.size());
            });
    for (byte[] body : List.of(none, zero)) {
      ConvertedWindow converted =
          PprofToWindow.convert(
              READER.read(body), Resource.of(Attributes.EMPTY), Scope.of("t", "1"), RECEIVED);
      assertThat(converted.window().isEmpty()).isTrue();
      assertThat(converted.rejected()).isEmpty();
    }
  }

  @Test
  void whatGoRefuses_isRefused() {
    assertRefused(new byte[0], "body is empty");
    assertRefused(message(out -> out.varint(9, 1)), "string_table\\[0\\]");
    assertRefused(text("<html><body>404 page not found</body></html>"), ".*");
    assertRefused(
        profile(out -> out.message(2, mark(out, sample -> sample.varint(1, 9)))),
        "samples without a sample type");
    assertRefused(
        profile(
            out -> {
              out.message(
                  2,
                  mark(
                      out,
                      sample -> {
                        sample.varint(2, 1);
                        sample.varint(1, 9);
                      }));
              out.message(1, out.size());
            }),
        "a sample names a location that does not exist");
    assertRefused(
        profile(
            out -> {
              out.message(2, mark(out, sample -> sample.varint(2, 9)));
              out.message(1, out.size());
              out.message(1, out.size());
            }),
        "sample 0 has 1 values, expected 2 as there are sample types");
    assertRefused(
        profile(out -> out.message(4, mark(out, location -> location.varint(3, 9)))),
        "at byte \\d+: location with the reserved id 0");
    assertRefused(
        profile(
            out -> {
              out.message(5, mark(out, function -> function.varint(1, 7)));
              out.message(5, mark(out, function -> function.varint(1, 7)));
            }),
        "two functions have the same id");
    assertRefused(
        profile(
            out ->
                out.message(
                    4,
                    mark(
                        out,
                        location -> {
                          location.message(4, mark(location, line -> line.varint(1, 3)));
                          location.varint(1, 1);
                        }))),
        "line of location 1 names a function that does not exist");
    assertRefused(profile(out -> out.varint(14, 5)), "string index 5, the table has 1");
    assertRefused(
        profile(
            out -> {
              out.oneofVarint(9, 5);
              out.oneofVarint(9, 5);
            }),
        "several profiles one behind another");
  }

  @Test
  void profileCutAnywhere_isRefusedOrReadButNeverBreaks() throws Exception {
    byte[] whole = built().toProtobuf();
    byte[] zipped = gzip(whole);
    for (int length = 0; length < whole.length; length++) {
      readable(Arrays.copyOf(whole, length));
    }
    for (int length = 3; length < zipped.length; length++) {
      byte[] cut = Arrays.copyOf(zipped, length);
      assertThatThrownBy(() -> READER.read(cut)).isInstanceOf(InputException.class);
    }
  }

  @Test
  void bodyThatInflatesTooFar_isTooLarge() throws Exception {
    byte[] bomb = gzip(new byte[40 << 20]);
    byte[] within = gzip(new byte[Gunzip.RATIO_FROM_BYTES]);

    assertThat(kindOf(bomb)).isEqualTo(Kind.TOO_LARGE);
    assertThat(kindOf(within)).isEqualTo(Kind.MALFORMED);
    PprofReader small = PprofReader.of(PprofLimits.PUSHED.withMaxInflatedBytes(100));
    byte[] body = built().toProtobuf();
    assertThat(body.length).isGreaterThan(100);
    for (byte[] each : List.of(body, gzip(body))) {
      assertThatThrownBy(() -> small.read(each))
          .isInstanceOfSatisfying(
              InputException.class, e -> assertThat(e.kind()).isEqualTo(Kind.TOO_LARGE));
    }
  }

  @Test
  void rowsAndTypesOverTheLimit_areTooMany() throws Exception {
    byte[] body = built().toProtobuf();
    List<PprofLimits> limits =
        List.of(PprofLimits.PUSHED.withMaxRows(3), PprofLimits.PUSHED.withMaxSampleTypes(1));
    for (PprofLimits limit : limits) {
      assertThatThrownBy(() -> PprofReader.of(limit).read(body))
          .isInstanceOfSatisfying(
              InputException.class, e -> assertThat(e.kind()).isEqualTo(Kind.TOO_MANY));
    }
    assertThat(PprofReader.of(PprofLimits.PUSHED.withMaxRows(4)).read(body).rowCount())
        .isEqualTo(4);
  }

  /** Two types, two samples, an inlined line, every kind of label. */
  private static PprofProfile built() {
    PprofBuilder builder = new PprofBuilder();
    builder.sampleType(builder.string("samples"), builder.string("count"));
    builder.sampleType(builder.string("cpu"), builder.string("nanoseconds"));
    int leaf = builder.function(builder.string("leaf"), 0, builder.string("a.go"), 3);
    int caller = builder.function(builder.string("caller"), 0, builder.string("a.go"), 0);
    int mapping =
        builder.mapping(
            new long[] {0x1000, -1, 0x10}, builder.string("/bin/app"), builder.string("ab12"), 15);
    builder.beginLocation(mapping, 0x1234, true);
    builder.line(leaf, 5, 7);
    builder.line(caller, 9, 0);
    IntList stack = new IntList();
    stack.add(builder.endLocation());
    builder.beginLabels();
    builder.textLabel(builder.string("tag"), builder.string("x"));
    builder.textLabel(builder.string("tag"), builder.string("y"));
    builder.numberLabel(builder.string("size"), 5, builder.string("bytes"));
    builder.numberLabel(builder.string("zero"), 0, 0);
    builder.textLabel(builder.string("empty"), 0);
    int labels = builder.endLabels();
    builder.sample(builder.stack(stack), labels, new long[] {3, 30});
    builder.sample(builder.stack(stack), 0, new long[] {4, 40});
    builder.interval(1_700_000_000_000_000_000L, 9);
    builder.period(builder.string("cpu"), builder.string("nanoseconds"), 10);
    builder.comment(builder.string("note"));
    builder.defaultSampleType(builder.string("cpu"));
    builder.docUrl(builder.string("https://example.com/doc"));
    builder.frameFilters(builder.string("drop"), builder.string("keep"));
    return builder.build();
  }

  /** Case RC-01: large ids, none in order, definitions behind their use. */
  private static byte[] oddIds() {
    return message(
        out -> {
          for (String string : List.of("/bin/z", "/bin/y", "c", "b", "a", "count", "n", "")) {
            byte[] utf8 = text(string);
            out.bytes(6, utf8, 0, utf8.length);
          }
          function(out, 4_000_000_000L, 4);
          function(out, 70, 3);
          function(out, 71, 5);
          location(out, 3, 5, 71, 3);
          location(out, 17, 9_000_000_001L, 4_000_000_000L, 2);
          location(out, 1L << 63, 5, 70, 1);
          mapping(out, 5, 7);
          mapping(out, 9_000_000_001L, 6);
          sample(out, 6, 1L << 63);
          sample(out, 5, 3);
          sample(out, 4, 17, 1L << 63);
          out.message(
              1,
              mark(
                  out,
                  type -> {
                    type.varint(2, 2);
                    type.varint(1, 1);
                  }));
        });
  }

  private static void sample(ReverseWriter out, long value, long... locations) {
    out.message(
        2,
        mark(
            out,
            sample -> {
              sample.varint(2, value);
              for (int i = locations.length - 1; i >= 0; i--) {
                sample.varint(1, locations[i]);
              }
            }));
  }

  private static void function(ReverseWriter out, long id, int name) {
    out.message(
        5,
        mark(
            out,
            function -> {
              function.varint(2, name);
              function.varint(1, id);
            }));
  }

  private static void location(ReverseWriter out, long id, long mapping, long function, int line) {
    out.message(
        4,
        mark(
            out,
            location -> {
              location.message(
                  4,
                  mark(
                      location,
                      inner -> {
                        inner.varint(2, line);
                        inner.varint(1, function);
                      }));
              location.varint(3, 0x100 + line);
              location.varint(2, mapping);
              location.varint(1, id);
            }));
  }

  private static void mapping(ReverseWriter out, long id, int file) {
    out.message(
        3,
        mark(
            out,
            mapping -> {
              mapping.bool(7, true);
              mapping.varint(5, file);
              mapping.varint(3, 0x10000);
              mapping.varint(1, id);
            }));
  }

  private static List<String> stacks(PprofProfile profile) {
    List<String> stacks = new ArrayList<>();
    for (int sample = 0; sample < profile.sampleCount(); sample++) {
      List<String> frames = new ArrayList<>();
      for (int i = 0; i < profile.stackDepth(profile.stack(sample)); i++) {
        int location = profile.stackLocation(profile.stack(sample), i);
        int function = profile.lineFunction(location, 0);
        frames.add(
            profile.string(profile.functionName(function)) + ":" + profile.lineNumber(location, 0));
      }
      stacks.add(String.join(" < ", frames) + " = " + profile.value(sample, 0));
    }
    return stacks;
  }

  /** Samples of {@code -raw} with functions in place of the ids of locations. */
  private static List<String> samplesOf(String raw) {
    List<String> lines = raw.lines().toList();
    int samples = lines.indexOf("Samples:") + 2;
    int locations = lines.indexOf("Locations");
    Map<String, String> byId = new HashMap<>();
    for (String line : lines.subList(locations + 1, lines.indexOf("Mappings"))) {
      String[] words = line.trim().split("[: ]+", 2);
      byId.put(words[0], words[1].replaceAll(" M=\\d+ ", " "));
    }
    List<String> resolved = new ArrayList<>();
    for (String line : lines.subList(samples, locations)) {
      String[] parts = line.trim().split(": ", 2);
      StringBuilder text = new StringBuilder(parts[0]);
      for (String id : parts[1].trim().split(" +")) {
        text.append(" | ").append(byId.get(id));
      }
      resolved.add(text.toString());
    }
    return resolved;
  }

  private static void assertRefused(byte[] body, String message) {
    assertThatThrownBy(() -> READER.read(body))
        .isInstanceOf(InputException.class)
        .hasMessageMatching("(?s).*" + message + ".*");
  }

  private static Kind kindOf(byte[] body) {
    try {
      READER.read(body);
      throw new AssertionError("was read");
    } catch (InputException e) {
      return e.kind();
    }
  }

  private static void readable(byte[] body) {
    try {
      READER.read(body);
    } catch (InputException ignored) {
      // Refused in order: what is tested is that nothing else is thrown.
    }
  }

  /** A profile with the empty string and what the body writes in front of it. */
  private static byte[] profile(Consumer<ReverseWriter> body) {
    return message(
        out -> {
          out.bytes(6, new byte[0], 0, 0);
          body.accept(out);
        });
  }

  private static byte[] message(Consumer<ReverseWriter> body) {
    ReverseWriter out = new ReverseWriter(64);
    body.accept(out);
    return out.toByteArray();
  }

  private static int mark(ReverseWriter out, Consumer<ReverseWriter> body) {
    int mark = out.size();
    body.accept(out);
    return mark;
  }

  private static byte[] text(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] gzip(byte[] body) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(body);
    }
    return out.toByteArray();
  }
}
