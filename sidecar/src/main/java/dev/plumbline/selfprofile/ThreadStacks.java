package dev.plumbline.selfprofile;

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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Where all Java threads are now, as Go's goroutine profile. Stateless. */
final class ThreadStacks {
  private ThreadStacks() {}

  static ProfileWindow now(long nowUnixNanos) {
    Map<StackTrace, Long> counts = new LinkedHashMap<>();
    for (StackTraceElement[] elements : Thread.getAllStackTraces().values()) {
      List<Frame> frames = new ArrayList<>();
      for (StackTraceElement element : elements) {
        frames.add(frame(element));
      }
      if (!frames.isEmpty()) {
        counts.merge(StackTrace.of(frames), 1L, Long::sum);
      }
    }
    List<Sample> samples = new ArrayList<>();
    counts.forEach((stack, count) -> samples.add(Sample.of(stack, count)));
    ProfileType type =
        ProfileType.builder("goroutine", "count")
            .accumulation(ProfileType.Accumulation.STOCK)
            .build();
    return ProfileWindow.of(
        List.of(
            Profile.builder(Resource.of(Attributes.EMPTY), Scope.of("plumbline", ""), type)
                .interval(nowUnixNanos, 1)
                .samples(samples)
                .build()));
  }

  private static Frame frame(StackTraceElement element) {
    String file = element.getFileName();
    return Frame.builder(FrameType.JVM)
        .functionName(element.getClassName() + "." + element.getMethodName())
        .fileName(file == null ? "" : file)
        .line(Math.max(0, element.getLineNumber()))
        .build();
  }
}
