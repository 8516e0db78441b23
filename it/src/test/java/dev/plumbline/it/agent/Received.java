package dev.plumbline.it.agent;

import dev.plumbline.export.fake.FakeCollector;
import dev.plumbline.export.fake.ReceivedRequest;
import dev.plumbline.it.jvm.ChildJvmBuilder;
import dev.plumbline.it.received.ReceivedProfiles;

/** From a fake collector's requests to questions about profiles. */
final class Received {
  private Received() {}

  /** What an honest receiver would have kept. */
  static ReceivedProfiles storedBy(FakeCollector collector) {
    return ReceivedProfiles.of(collector.stored().stream().map(ReceivedRequest::body).toList());
  }

  /** Lets the agent export to that collector by the implicit exporter. */
  static ChildJvmBuilder sendTo(FakeCollector collector, ChildJvmBuilder jvm) {
    return jvm.withAgent().env("OTEL_EXPORTER_OTLP_ENDPOINT", "http://" + collector.grpcTarget());
  }
}
