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

/** Windows of known content, for tests. */
final class Windows {
  static final long START = 1_767_225_600_000_000_000L;
  static final long DURATION = 10_000_000_000L;

  static final ProfileType CPU =
      ProfileType.builder("samples", "count")
          .periodType("cpu", "nanoseconds")
          .period(10_000_000)
          .build();
  static final ProfileType ALLOC_OBJECTS =
      ProfileType.builder("alloc_objects", "count")
          .periodType("memory", "bytes")
          .period(524_288)
          .build();
  static final ProfileType ALLOC_SPACE =
      ProfileType.builder("alloc_space", "bytes")
          .periodType("memory", "bytes")
          .period(524_288)
          .build();

  static final Scope SCOPE = Scope.of("plumbline", "1.0");
  static final Resource DEMO = resource("demo");

  static final Mapping LIBC =
      Mapping.builder("/usr/lib/libc.so.6")
          .range(0x7f00_0000_0000L, 0x7f00_0020_0000L)
          .fileOffset(0x1000)
          .buildId(BuildId.of(BuildId.Scheme.GNU, "9fdb74e7b217d06c93172a8243f8547f947ee6d1"))
          .build();

  private Windows() {}

  static Resource resource(String service, Attribute... more) {
    return Resource.of(Attributes.of(more).with(Attribute.of(Resource.SERVICE_NAME, service)));
  }

  static Frame java(String function) {
    return Frame.builder(FrameType.JVM)
        .functionName(function)
        .fileName("App.java")
        .line(42)
        .build();
  }

  /** A frame of libc; the address is relative to its start. */
  static Frame libc(String function, int address) {
    return Frame.builder(FrameType.NATIVE)
        .functionName(function)
        .mapping(LIBC)
        .address(LIBC.start() + address)
        .build();
  }

  static Frame inlined(String function, int address) {
    return Frame.builder(FrameType.NATIVE)
        .functionName(function)
        .mapping(LIBC)
        .address(LIBC.start() + address)
        .inlined(true)
        .build();
  }

  static StackTrace stack(String... leafToRoot) {
    List<Frame> frames = new ArrayList<>();
    for (String function : leafToRoot) {
      frames.add(java(function));
    }
    return StackTrace.of(frames);
  }

  static Profile profile(Resource resource, ProfileType type, Sample... samples) {
    return profile(resource, type, List.of(samples));
  }

  static Profile profile(Resource resource, ProfileType type, List<Sample> samples) {
    return Profile.builder(resource, SCOPE, type)
        .interval(START, DURATION)
        .samples(samples)
        .build();
  }

  static ProfileWindow window(Profile... profiles) {
    return ProfileWindow.of(List.of(profiles));
  }

  /** One CPU profile of the demo service. */
  static ProfileWindow cpu(Sample... samples) {
    return window(profile(DEMO, CPU, samples));
  }

  static Sample with(StackTrace stack, long value, Attribute... attributes) {
    return Sample.of(stack, Attributes.of(attributes), Link.NONE, value);
  }

  /** That many different stacks of {@code depth} frames, one sample each. */
  static List<Sample> manyStacks(int count, int depth) {
    List<Sample> samples = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      List<Frame> frames = new ArrayList<>();
      for (int level = 0; level < depth - 1; level++) {
        frames.add(java("com.example.Deep.level" + (level + i) % (depth * 2)));
      }
      frames.add(java("com.example.Root.entry" + i));
      samples.add(Sample.of(StackTrace.of(frames), i + 1));
    }
    return samples;
  }

  /** Everything at once: two services, three types, each kind of frame, attribute and link. */
  static ProfileWindow full() {
    Frame kernel = Frame.named("do_syscall_64", FrameType.KERNEL);
    Frame unresolved =
        Frame.builder(FrameType.NATIVE).mapping(LIBC).address(LIBC.start() + 0x999).build();
    StackTrace mixed =
        StackTrace.of(
            kernel,
            inlined("memcpy_small", 0x10),
            inlined("memcpy", 0x10),
            libc("copy_buffer", 0x10),
            unresolved,
            java("com.example.App.copy"),
            java("com.example.App.main"));
    StackTrace plain = stack("com.example.App.run", "com.example.App.main");
    Attributes worker =
        Attributes.of(
            Attribute.of("thread.name", "worker"),
            Attribute.of("thread.id", 17),
            Attribute.of("queue.wait", 12, "nanoseconds"));
    List<Sample> cpu =
        List.of(
            Sample.of(mixed, worker, Link.of(1, 2, 3), 5),
            Sample.of(plain, worker, Link.NONE, 7),
            Sample.of(plain, 2),
            Sample.of(StackTrace.EMPTY, 1));
    List<Sample> objects = List.of(Sample.of(plain, 4), Sample.of(mixed, 6));
    List<Sample> bytes = List.of(Sample.of(plain, 4_096), Sample.of(mixed, 1L << 40));
    Resource shop =
        resource(
            "shop",
            Attribute.of("process.pid", 4711),
            Attribute.of("host.name", "h1"),
            Attribute.of("feature.on", true),
            Attribute.of("load", 0.5),
            Attribute.ofStrings("process.command_args", List.of("java", "-jar", "app.jar")));
    Profile commented =
        Profile.builder(DEMO, SCOPE, CPU)
            .interval(START, DURATION)
            .attributes(
                Attributes.of(
                    Attribute.ofStrings("pprof.profile.comment", List.of("one", "")),
                    Attribute.of("engine", "ctimer"),
                    Attribute.of("empty", "")))
            .samples(cpu)
            .build();
    return window(
        profile(shop, ALLOC_OBJECTS, objects),
        profile(shop, ALLOC_SPACE, bytes),
        commented,
        profile(DEMO, ALLOC_SPACE, bytes));
  }
}
