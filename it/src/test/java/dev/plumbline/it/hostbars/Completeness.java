package dev.plumbline.it.hostbars;

import dev.plumbline.export.fake.FakeCollector;
import dev.plumbline.export.fake.ReceivedRequest;
import dev.plumbline.it.received.ReceivedProfile;
import dev.plumbline.it.received.ReceivedProfiles;
import dev.plumbline.it.received.ReceivedSample;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;

/** Samples that arrived at a collector, and how many of them have a complete stack. */
record Completeness(long samples, long complete) {
  private static final String TYPE = "samples/count";

  /** Of samples that are wanted. */
  static Completeness of(
      ReceivedProfiles received,
      Predicate<ReceivedProfile> wantedProfile,
      Predicate<ReceivedSample> wanted) {
    long samples = 0;
    long complete = 0;
    for (ReceivedProfile profile : received.where(wantedProfile).ofType(TYPE)) {
      for (ReceivedSample sample : profile.samples()) {
        if (wanted.test(sample)) {
          samples += sample.value();
          complete += sample.functions().contains("[truncated]") ? 0 : sample.value();
        }
      }
    }
    return new Completeness(samples, complete);
  }

  static ReceivedProfiles received(FakeCollector collector) {
    return received(collector.stored());
  }

  static ReceivedProfiles received(List<ReceivedRequest> requests) {
    return ReceivedProfiles.of(requests.stream().map(ReceivedRequest::body).toList());
  }

  /** By the name of the process in {@code pids}. */
  static Map<String, Completeness> byProcess(ReceivedProfiles received, Map<String, Long> pids) {
    Map<String, Completeness> found = new LinkedHashMap<>();
    pids.forEach(
        (name, pid) -> {
          String wanted = Long.toString(pid);
          found.put(
              name,
              of(
                  received,
                  profile -> wanted.equals(profile.resource().get("process.pid")),
                  sample -> true));
        });
    return found;
  }

  Completeness plus(Completeness other) {
    return new Completeness(samples + other.samples, complete + other.complete);
  }

  double percent() {
    return samples == 0 ? 0 : 100.0 * complete / samples;
  }

  @Override
  public String toString() {
    return String.format(Locale.ROOT, "%.2f %% of %d", percent(), samples);
  }
}
