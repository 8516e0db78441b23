package dev.plumbline.otlp;

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
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/**
 * Windows as bad as the model allows: broken and very long text, few different words so that equal
 * values meet, deep stacks, every kind of attribute, values at the ends of their range.
 */
final class WindowArbitraries {
  private static final List<Mapping> MAPPINGS =
      List.of(
          Mapping.NONE,
          Windows.LIBC,
          Mapping.ofFile("/bin/app", BuildId.of(BuildId.Scheme.HTLHASH, "00FFEE")),
          Mapping.ofFile("/bin/go", BuildId.of(BuildId.Scheme.GO, "aB/c")));

  private WindowArbitraries() {}

  static Arbitrary<ProfileWindow> windows() {
    return profiles().list().ofMinSize(1).ofMaxSize(5).map(ProfileWindow::of);
  }

  private static Arbitrary<Profile> profiles() {
    return Combinators.combine(
            resources(),
            scopes(),
            types(),
            attributes("", 4),
            samples().list().ofMinSize(1).ofMaxSize(25))
        .as(
            (resource, scope, type, attributes, samples) ->
                Profile.builder(resource, scope, type)
                    .interval(Windows.START, Windows.DURATION)
                    .attributes(attributes)
                    .samples(samples)
                    .build());
  }

  private static Arbitrary<Resource> resources() {
    Arbitrary<Attributes> services =
        Arbitraries.of("", "demo", "shop", "a\uD800")
            .map(name -> Attributes.of(Attribute.of(Resource.SERVICE_NAME, name)));
    return Combinators.combine(services, attributes("r.", 30))
        .as((service, more) -> Resource.of(more.with(service)));
  }

  private static Arbitrary<Scope> scopes() {
    return Combinators.combine(Arbitraries.of("", "plumbline", "other"), attributes("s.", 3))
        .as((name, attributes) -> Scope.of(name, "1", attributes));
  }

  private static Arbitrary<ProfileType> types() {
    Arbitrary<String> words = Arbitraries.of("samples", "alloc-space", "Wall", "9x", "é");
    return Arbitraries.oneOf(
        Arbitraries.of(Windows.CPU, Windows.ALLOC_OBJECTS, Windows.ALLOC_SPACE),
        Combinators.combine(words, Arbitraries.of("count", "bytes"), words)
            .as(
                (type, unit, period) ->
                    ProfileType.builder(type, unit).periodType(period, "count").period(7).build()));
  }

  private static Arbitrary<Sample> samples() {
    return Combinators.combine(stacks(), attributes("", 4), links(), values()).as(Sample::of);
  }

  private static Arbitrary<Long> values() {
    return Arbitraries.frequencyOf(
        Tuple.of(8, Arbitraries.longs().between(1, 1_000)),
        Tuple.of(1, Arbitraries.of(0L, -1L, Long.MIN_VALUE)),
        Tuple.of(
            1, Arbitraries.of(Long.MAX_VALUE, Long.MAX_VALUE / 10_000_000, Long.MAX_VALUE / 2)));
  }

  private static Arbitrary<Link> links() {
    return Arbitraries.of(
        Link.NONE, Link.NONE, Link.of(0, 1, 1), Link.of(-1, -1, -1), Link.of(1L << 63, 0, 5));
  }

  private static Arbitrary<StackTrace> stacks() {
    Arbitrary<StackTrace> usual = frames().list().ofMaxSize(12).map(StackTrace::of);
    Arbitrary<StackTrace> deep =
        Combinators.combine(
                frames().list().ofMinSize(1).ofMaxSize(4),
                Arbitraries.integers().between(990, 1_010))
            .as(WindowArbitraries::repeated);
    return Arbitraries.frequencyOf(Tuple.of(20, usual), Tuple.of(1, deep));
  }

  private static StackTrace repeated(List<Frame> frames, int depth) {
    List<Frame> all = new ArrayList<>();
    for (int i = 0; i < depth; i++) {
      all.add(frames.get(i % frames.size()));
    }
    return StackTrace.of(all);
  }

  private static Arbitrary<Frame> frames() {
    Arbitrary<FrameType> types =
        Arbitraries.of(FrameType.JVM, FrameType.NATIVE, FrameType.KERNEL, FrameType.of("custom"));
    Arbitrary<Long> addresses = Arbitraries.of(0L, 0x10L, 0x7f00_0000_0010L, -1L);
    return Combinators.combine(
            types,
            text(),
            text(),
            Arbitraries.of(MAPPINGS),
            addresses,
            Arbitraries.of(true, false),
            Arbitraries.of(0, 1, 42, Integer.MAX_VALUE))
        .as(WindowArbitraries::frame);
  }

  private static Frame frame(
      FrameType type,
      String function,
      String file,
      Mapping mapping,
      long address,
      boolean inlined,
      int line) {
    boolean placed = address != 0 && !mapping.equals(Mapping.NONE);
    return Frame.builder(type)
        .functionName(function.isEmpty() && !placed ? "f" : function)
        .fileName(file)
        .mapping(mapping)
        .address(address)
        .inlined(inlined)
        .line(line)
        .build();
  }

  /**
   * @param prefix keeps keys of resources, scopes and samples apart: how these collide is tested by
   *     example
   */
  private static Arbitrary<Attributes> attributes(String prefix, int most) {
    Arbitrary<String> keys =
        Arbitraries.oneOf(
            Arbitraries.of("a.b", "a_b", "thread.x", "service.name", "k".repeat(1_030), "\uDC00"),
            Arbitraries.strings().alpha().ofMinLength(1).ofMaxLength(3));
    return Combinators.combine(keys, attributeValues())
        .as((key, value) -> attribute(prefix + key, value))
        .list()
        .ofMaxSize(most)
        .map(Attributes::of);
  }

  private static Arbitrary<Object> attributeValues() {
    return Arbitraries.oneOf(
        text().map(value -> value),
        Arbitraries.of(0L, -1L, Long.MAX_VALUE).map(value -> value),
        Arbitraries.of(true, false).map(value -> value),
        Arbitraries.of(0.0, -0.0, Double.NaN, 1e300).map(value -> value),
        text().list().ofMaxSize(3).map(value -> value));
  }

  @SuppressWarnings("unchecked")
  private static Attribute attribute(String key, Object value) {
    if (value instanceof String text) {
      return Attribute.of(key, text);
    }
    if (value instanceof Long number) {
      return Attribute.of(key, number, number == 0 ? "" : "bytes");
    }
    if (value instanceof Boolean flag) {
      return Attribute.of(key, flag.booleanValue());
    }
    if (value instanceof Double number) {
      return Attribute.of(key, number.doubleValue());
    }
    return Attribute.ofStrings(key, (List<String>) value);
  }

  /** Text of every badness; mostly few words, so that equal ones meet. */
  private static Arbitrary<String> text() {
    return Arbitraries.frequencyOf(
        Tuple.of(
            12,
            Arbitraries.of("", "a.B.c", "main", "x\uD800", "x\uFFFD", "\uD83D\uDE00", "\u0000")),
        Tuple.of(4, Arbitraries.strings().withCharRange('\u0000', '\uFFFF').ofMaxLength(8)),
        Tuple.of(1, Arbitraries.of("é".repeat(1_200), "\uD83D\uDE00".repeat(600))));
  }
}
