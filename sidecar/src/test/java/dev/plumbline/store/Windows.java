package dev.plumbline.store;

import dev.plumbline.profile.Attribute;
import dev.plumbline.profile.Attributes;
import dev.plumbline.profile.Frame;
import dev.plumbline.profile.FrameType;
import dev.plumbline.profile.Link;
import dev.plumbline.profile.Profile;
import dev.plumbline.profile.ProfileType;
import dev.plumbline.profile.ProfileType.Accumulation;
import dev.plumbline.profile.ProfileWindow;
import dev.plumbline.profile.Resource;
import dev.plumbline.profile.Sample;
import dev.plumbline.profile.Scope;
import dev.plumbline.profile.StackTrace;
import java.util.ArrayList;
import java.util.List;

/** Short ways to windows for tests. */
public final class Windows {
  public static final long START_MILLIS = 1_764_400_000_000L;
  public static final Scope SCOPE = Scope.of("test", "1");
  public static final ProfileType CPU =
      ProfileType.builder("samples", "count").periodType("cpu", "nanoseconds").period(10).build();
  public static final ProfileType LIVE =
      ProfileType.builder("inuse_space", "bytes")
          .periodType("memory", "bytes")
          .accumulation(Accumulation.STOCK)
          .build();

  private Windows() {}

  public static Resource service(String name) {
    return Resource.of(Attributes.of(Attribute.of("service.name", name)));
  }

  /** A stack in folded words: root first, `;` between. */
  public static StackTrace stack(String folded) {
    List<Frame> leafToRoot = new ArrayList<>();
    for (String name : folded.split(";")) {
      leafToRoot.add(0, Frame.named(name, FrameType.NATIVE));
    }
    return StackTrace.of(leafToRoot);
  }

  public static Sample sample(String folded, long value) {
    return Sample.of(stack(folded), value);
  }

  public static Sample sample(String folded, long value, Attribute... attributes) {
    return Sample.of(stack(folded), Attributes.of(attributes), Link.NONE, value);
  }

  /** A window of ten seconds with one profile of CPU samples. */
  public static ProfileWindow cpu(String service, long startMillis, Sample... samples) {
    return ProfileWindow.of(List.of(profile(service(service), CPU, startMillis, samples)));
  }

  public static Profile profile(
      Resource resource, ProfileType type, long startMillis, Sample... samples) {
    return profile(resource, type, startMillis, 10_000, samples);
  }

  public static Profile profile(
      Resource resource, ProfileType type, long startMillis, long millis, Sample... samples) {
    return Profile.builder(resource, SCOPE, type)
        .interval(startMillis * 1_000_000, millis * 1_000_000)
        .samples(List.of(samples))
        .build();
  }
}
