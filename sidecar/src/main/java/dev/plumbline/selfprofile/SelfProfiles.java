package dev.plumbline.selfprofile;

import dev.plumbline.listen.RefusedException;
import dev.plumbline.listen.Request;
import dev.plumbline.listen.Response;
import dev.plumbline.listen.Route;
import dev.plumbline.pprof.PprofEncoder;
import dev.plumbline.pprof.PprofFile;
import dev.plumbline.profile.ProfileWindow;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** The routes below {@code /debug/pprof}. Thread-safe. */
public final class SelfProfiles {
  private static final String BASE = "/debug/pprof/";
  private static final int MAX_SECONDS = 300;

  private final Semaphore recording = new Semaphore(1);

  private SelfProfiles() {}

  /** Of one process. */
  public static List<Route> routes() {
    SelfProfiles profiles = new SelfProfiles();
    List<Route> routes = new ArrayList<>();
    for (SelfProfile profile : SelfProfile.values()) {
      routes.add(Route.get(BASE + profile.path(), request -> profiles.record(profile, request)));
    }
    routes.add(Route.get(BASE + "goroutine", request -> threads()));
    return routes;
  }

  private Response record(SelfProfile profile, Request request)
      throws RefusedException, IOException, InterruptedException {
    Duration duration = Duration.ofSeconds(seconds(profile, request));
    if (!recording.tryAcquire()) {
      throw new RefusedException(503, "busy", "another profile is being recorded");
    }
    try {
      long start = now();
      ProfileWindow window = RecordedWindow.of(profile, FlightRecording.record(profile, duration));
      return file(profile.path(), window.isEmpty() ? empty(profile, start) : encoded(window));
    } finally {
      recording.release();
    }
  }

  private static int seconds(SelfProfile profile, Request request) throws RefusedException {
    String text = request.parameter("seconds");
    if (text == null) {
      return profile.defaultSeconds();
    }
    int seconds = text.matches("\\d{1,4}") ? Integer.parseInt(text) : 0;
    if (seconds < 1 || seconds > MAX_SECONDS) {
      throw new RefusedException(
          400, "seconds", "seconds is \"" + text + "\", expected 1 to " + MAX_SECONDS);
    }
    return seconds;
  }

  private static Response threads() {
    return file("goroutine", encoded(ThreadStacks.now(now())));
  }

  private static PprofFile encoded(ProfileWindow window) {
    return new PprofEncoder().encode(window).get(0);
  }

  /** As of a Go server: nothing was allocated, or nobody waited, and that is an answer. */
  private static PprofFile empty(SelfProfile profile, long startUnixNanos) throws IOException {
    return new PprofEncoder()
        .encodeEmpty(RecordedWindow.types(profile), startUnixNanos, now() - startUnixNanos);
  }

  private static long now() {
    return TimeUnit.MILLISECONDS.toNanos(Clock.systemUTC().millis());
  }

  private static Response file(String name, PprofFile file) {
    return Response.of(200, "application/octet-stream", file.gzipped())
        .with("content-disposition", "attachment; filename=\"" + name + "\"");
  }
}
