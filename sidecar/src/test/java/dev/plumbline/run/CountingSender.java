package dev.plumbline.run;

import dev.plumbline.export.sender.ExportRequest;
import dev.plumbline.export.sender.ExportResult;
import dev.plumbline.export.sender.RequestSender;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** Accepts everything and counts it. */
final class CountingSender implements RequestSender {
  private final AtomicInteger requests = new AtomicInteger();
  private final AtomicInteger samples = new AtomicInteger();
  private final AtomicBoolean closed = new AtomicBoolean();

  @Override
  public ExportResult send(ExportRequest request, long timeoutNanos) {
    requests.incrementAndGet();
    samples.addAndGet((int) request.samples().total());
    return ExportResult.accepted();
  }

  @Override
  public String target() {
    return "test";
  }

  @Override
  public void close() {
    closed.set(true);
  }

  int requests() {
    return requests.get();
  }

  int samples() {
    return samples.get();
  }

  boolean closed() {
    return closed.get();
  }
}
