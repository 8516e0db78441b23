package dev.plumbline.spool;

import dev.plumbline.profile.Attributes;
import dev.plumbline.profile.Frame;
import dev.plumbline.profile.FrameType;
import dev.plumbline.profile.Profile;
import dev.plumbline.profile.ProfileType;
import dev.plumbline.profile.ProfileWindow;
import dev.plumbline.profile.Resource;
import dev.plumbline.profile.Sample;
import dev.plumbline.profile.Scope;
import dev.plumbline.profile.StackTrace;
import java.util.ArrayList;
import java.util.List;

/** Windows that tell each other apart by their number of samples. */
final class TestWindows {
  private static final ProfileType CPU =
      ProfileType.builder("samples", "count").periodType("cpu", "nanoseconds").period(10).build();

  private TestWindows() {}

  static ProfileWindow of(int samples) {
    List<Sample> list = new ArrayList<>();
    for (int i = 0; i < samples; i++) {
      Frame frame = Frame.named("function" + i, FrameType.NATIVE);
      list.add(Sample.of(StackTrace.of(List.of(frame)), 1));
    }
    return ProfileWindow.of(
        List.of(
            Profile.builder(Resource.of(Attributes.EMPTY), Scope.of("test", "1"), CPU)
                .interval(1_000_000_000_000L, 10_000_000_000L)
                .samples(list)
                .build()));
  }
}
