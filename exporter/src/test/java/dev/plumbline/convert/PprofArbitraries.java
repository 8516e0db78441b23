package dev.plumbline.convert;

import dev.plumbline.pprof.PprofBuilder;
import dev.plumbline.pprof.PprofProfile;
import dev.plumbline.wire.IntList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;

/** Profiles that say everything that pprof can say, from a seed and a size. */
final class PprofArbitraries {
  private static final List<String> WORDS =
      List.of("a", "b.c", "main.run", "é", "\uD83D\uDE00", "x y", "/bin/app", "9fdb74e7b217");
  private static final List<String> BUILD_IDS = List.of("", "9fdb74e7b217", "aa-_/bb/cc/dd");

  private PprofArbitraries() {}

  static Arbitrary<PprofProfile> profiles() {
    return Arbitraries.longs().map(seed -> profile(new Random(seed)));
  }

  static PprofProfile profile(Random random) {
    PprofBuilder builder = new PprofBuilder();
    int types = 1 + random.nextInt(4);
    for (int type = 0; type < types; type++) {
      builder.sampleType(builder.string("type" + type), builder.string("count"));
    }
    int[] locations = new int[1 + random.nextInt(12)];
    for (int i = 0; i < locations.length; i++) {
      locations[i] = location(builder, random);
    }
    int samples = random.nextInt(25);
    for (int i = 0; i < samples; i++) {
      IntList stack = new IntList();
      int depth = random.nextInt(6);
      for (int k = 0; k < depth; k++) {
        stack.add(locations[random.nextInt(locations.length)]);
      }
      long[] values = new long[types];
      for (int type = 0; type < types; type++) {
        values[type] = random.nextInt(3) == 0 ? 0 : random.nextInt(2_000) - 200;
      }
      builder.sample(builder.stack(stack), labels(builder, random), values);
    }
    head(builder, random, types);
    return builder.build();
  }

  private static int location(PprofBuilder builder, Random random) {
    int mapping = 0;
    if (random.nextInt(3) > 0) {
      long start = random.nextInt(4) * 0x1000L;
      mapping =
          builder.mapping(
              new long[] {start, start == 0 ? 0 : -1L, random.nextInt(2) * 64},
              word(builder, random),
              builder.string(BUILD_IDS.get(random.nextInt(BUILD_IDS.size()))),
              random.nextInt(16));
    }
    int lines = random.nextInt(4);
    int[] functions = new int[lines];
    for (int line = 0; line < lines; line++) {
      functions[line] =
          builder.function(
              word(builder, random),
              word(builder, random),
              random.nextBoolean() ? 0 : word(builder, random),
              random.nextInt(3));
    }
    builder.beginLocation(mapping, random.nextLong(), random.nextInt(4) == 0);
    for (int function : functions) {
      builder.line(function, random.nextInt(100), random.nextInt(3));
    }
    return builder.endLocation();
  }

  private static int labels(PprofBuilder builder, Random random) {
    builder.beginLabels();
    int count = random.nextInt(5);
    for (int i = 0; i < count; i++) {
      int key = builder.string("key" + random.nextInt(3));
      if (random.nextBoolean()) {
        builder.textLabel(key, random.nextInt(6) == 0 ? 0 : word(builder, random));
      } else {
        int unit = random.nextBoolean() ? 0 : builder.string(random.nextBoolean() ? "bytes" : "s");
        builder.numberLabel(key, random.nextInt(4) == 0 ? 0 : random.nextLong(), unit);
      }
    }
    if (random.nextInt(4) == 0) {
      builder.textLabel(
          builder.string("trace_id"), builder.string("0123456789abcdef0123456789abcdef"));
      builder.textLabel(
          builder.string("span_id"),
          builder.string(random.nextBoolean() ? "00000000000000ff" : "not an id"));
    }
    return builder.endLabels();
  }

  private static void head(PprofBuilder builder, Random random, int types) {
    builder.interval(
        random.nextBoolean() ? 0 : 1_700_000_000_000_000_000L, random.nextInt(3) * 1_000L);
    if (random.nextBoolean()) {
      builder.period(builder.string("cpu"), builder.string("nanoseconds"), random.nextInt(3));
    }
    for (int i = random.nextInt(3); i > 0; i--) {
      builder.comment(word(builder, random));
    }
    builder.frameFilters(
        random.nextBoolean() ? 0 : builder.string("drop.*"),
        random.nextBoolean() ? 0 : builder.string("keep.*"));
    if (random.nextBoolean()) {
      builder.defaultSampleType(builder.string("type" + random.nextInt(types)));
    }
    builder.docUrl(random.nextBoolean() ? 0 : builder.string("https://example.com/doc"));
  }

  private static int word(PprofBuilder builder, Random random) {
    return builder.string(WORDS.get(random.nextInt(WORDS.size())));
  }
}
