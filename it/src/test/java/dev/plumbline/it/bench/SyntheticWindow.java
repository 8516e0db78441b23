package dev.plumbline.it.bench;

import dev.plumbline.profile.Attribute;
import dev.plumbline.profile.Attributes;
import dev.plumbline.profile.Frame;
import dev.plumbline.profile.FrameType;
import dev.plumbline.profile.Link;
import dev.plumbline.profile.Profile;
import dev.plumbline.profile.ProfileType;
import dev.plumbline.profile.ProfileWindow;
import dev.plumbline.profile.Resource;
import dev.plumbline.profile.Sample;
import dev.plumbline.profile.Scope;
import dev.plumbline.profile.StackTrace;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** A window like that of a busy service: stacks that share their roots, two profile types. */
public final class SyntheticWindow {
  private static final int DEPTH = 40;
  private static final int FUNCTIONS = 3_000;
  private static final long START_UNIX_NANOS = 1_767_225_600_000_000_000L;
  private static final long DURATION_NANOS = 10_000_000_000L;

  private SyntheticWindow() {}

  public static ProfileWindow of(int stacks) {
    final Random random = new Random(stacks);
    final Resource resource =
        Resource.of(
            Attributes.of(
                Attribute.of("service.name", "bench"), Attribute.of("process.pid", 4711)));
    final Scope scope = Scope.of("plumbline", "bench");
    final List<Sample> cpu = new ArrayList<>();
    final List<Sample> alloc = new ArrayList<>();
    for (int i = 0; i < stacks; i++) {
      final StackTrace stack = stack(random);
      final Attributes thread = Attributes.of(Attribute.of("thread.name", "worker-" + i % 16));
      cpu.add(Sample.of(stack, thread, Link.NONE, 1 + random.nextInt(20)));
      alloc.add(Sample.of(stack, thread, Link.NONE, 1 + random.nextInt(1 << 22)));
    }
    return ProfileWindow.of(
        List.of(
            profile(
                resource,
                scope,
                ProfileType.builder("samples", "count")
                    .periodType("cpu", "nanoseconds")
                    .period(10_000_000)
                    .build(),
                cpu),
            profile(
                resource,
                scope,
                ProfileType.builder("alloc_space", "bytes").periodType("memory", "bytes").build(),
                alloc)));
  }

  private static Profile profile(
      Resource resource, Scope scope, ProfileType type, List<Sample> samples) {
    return Profile.builder(resource, scope, type)
        .interval(START_UNIX_NANOS, DURATION_NANOS)
        .samples(samples)
        .build();
  }

  private static StackTrace stack(Random random) {
    final List<Frame> frames = new ArrayList<>();
    for (int i = 0; i < DEPTH; i++) {
      // Near the root there are few functions, near the leaf many.
      final int reach = Math.max(1, FUNCTIONS * (DEPTH - i) / DEPTH / (1 + i));
      final int function = i * 61 + random.nextInt(reach);
      frames.add(
          Frame.builder(FrameType.JVM)
              .functionName("com.example.shop.Service" + function % 97 + ".call" + function)
              .fileName("Service" + function % 97 + ".java")
              .line(1 + random.nextInt(4) + function % 400)
              .build());
    }
    return StackTrace.of(frames);
  }
}
