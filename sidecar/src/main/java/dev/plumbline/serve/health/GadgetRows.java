package dev.plumbline.serve.health;

import dev.plumbline.api.Progress;
import dev.plumbline.run.GadgetRun;
import dev.plumbline.serve.source.RunningGadget;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** Rows of gadgets. Stateless. */
public final class GadgetRows {
  /** How long a loss is a trouble after the window that had it. */
  static final Duration LOSS_SHOWN = Duration.ofMinutes(5);

  private GadgetRows() {}

  /** What a person who sees no profile yet should know of it. */
  public static Progress progress(RunningGadget gadget, long nowUnixMillis) {
    RunningGadget.Status status = gadget.status();
    return new Progress(
        "gadget " + gadget.settings().name(),
        status.state().name().toLowerCase(Locale.ROOT).replace('_', ' '),
        text(status, nowUnixMillis));
  }

  static List<Row> of(List<RunningGadget> gadgets, long nowUnixMillis) {
    return gadgets.stream().map(gadget -> of(gadget, nowUnixMillis)).toList();
  }

  private static Row of(RunningGadget gadget, long nowUnixMillis) {
    RunningGadget.Status status = gadget.status();
    String name = gadget.settings().name();
    Row.Members more =
        json -> {
          json.writeStringField("name", name);
          HealthJson.text(json, "fault", status.fault());
          json.writeNumberField("samplesPerSecond", status.samplesPerSecond());
          json.writeNumberField("samples", status.samples());
          HealthJson.counts(json, "lost", status.lost());
          HealthJson.millis(json, "lastLossMillis", status.lastLoss().unixMillis());
          GadgetEnds.of(gadget).write(json);
        };
    return of(name, status, nowUnixMillis, more);
  }

  static Row of(String name, RunningGadget.Status status, long nowUnixMillis, Row.Members more) {
    String text = text(status, nowUnixMillis);
    String advice = "gadget " + name + ": " + text;
    return switch (status.state()) {
      case FAILED, STALLED ->
          new Row(Condition.ERROR, status.sinceUnixMillis(), text, advice, more);
      case LEFT_OUT, ENDED ->
          new Row(Condition.WARNING, status.sinceUnixMillis(), text, advice, more);
      case STARTING, RUNNING -> running(name, status, nowUnixMillis, more);
    };
  }

  private static Row running(
      String name, RunningGadget.Status status, long nowUnixMillis, Row.Members more) {
    RunningGadget.Loss loss = status.lastLoss();
    if (loss.samples() == 0 || nowUnixMillis - loss.unixMillis() > LOSS_SHOWN.toMillis()) {
      return Row.ok(text(status, nowUnixMillis), more);
    }
    String text = String.format(Locale.ROOT, "lost %,d samples in one window", loss.samples());
    String advice =
        "gadget "
            + name
            + ": "
            + text
            + "; lower its frequency, or give the daemon more CPU and memory";
    return new Row(Condition.WARNING, loss.unixMillis(), text, advice, more);
  }

  private static String text(RunningGadget.Status status, long nowUnixMillis) {
    return switch (status.state()) {
      case STARTING -> untilFirstWindow(nowUnixMillis - status.sinceUnixMillis());
      case RUNNING -> status.remarks().isEmpty() ? "running" : firstLine(status.remarks());
      case ENDED -> "ended";
      case FAILED, STALLED, LEFT_OUT -> firstLine(status.fault());
    };
  }

  /** The kernel takes a moment for the programs, and a busy machine for the first symbols. */
  private static String untilFirstWindow(long sinceMillis) {
    long seconds = TimeUnit.MILLISECONDS.toSeconds(GadgetRun.WINDOW.toMillis() - sinceMillis) + 1;
    return seconds > 1
        ? "started, its first window closes in " + Math.min(seconds, 10) + " s"
        : "started, its first window is being read";
  }

  /** What is behind it are the verifier's lines, or processes, of which the row tells by itself. */
  private static String firstLine(String text) {
    return text.lines().findFirst().orElse("");
  }
}
