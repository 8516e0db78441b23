package dev.plumbline.serve;

import dev.plumbline.receive.AgentRegistry;
import dev.plumbline.scrape.ScrapeStatus;
import dev.plumbline.spool.SpoolStatus;
import dev.plumbline.spool.SpooledExporter;
import java.time.Clock;
import java.time.Duration;

/**
 * Whether all is well, and the one sentence that helps if not. Immutable.
 *
 * @param state {@code ok}, {@code warning} or {@code error}
 * @param advice empty when all is well
 */
record Verdict(String state, String advice) {
  private static final String OK = "ok";
  private static final String WARNING = "warning";
  private static final String ERROR = "error";

  /** What an exporter may be behind, with its windows of ten seconds, before it is a trouble. */
  private static final Duration BEHIND = Duration.ofSeconds(60);

  static Verdict of(Health health) {
    for (RunningGadget gadget : health.gadgets()) {
      if (gadget.status().state() == RunningGadget.State.FAILED) {
        return new Verdict(
            ERROR, "gadget " + gadget.settings().name() + ": " + gadget.status().fault());
      }
    }
    for (SpooledExporter exporter : health.exporters()) {
      if (!state(exporter.status()).equals(OK)) {
        return new Verdict(
            WARNING,
            "exporter "
                + exporter.settings().name()
                + ": "
                + text(exporter.status())
                + "; see that a receiver is at "
                + exporter.target());
      }
    }
    for (ScrapeStatus target : health.targets()) {
      if (!RunningPulls.isWell(target)) {
        return new Verdict(
            WARNING,
            "receiver "
                + target.receiver()
                + ": "
                + target.target()
                + ": "
                + target.last().message());
      }
    }
    String fault = health.store().fault();
    if (fault != null) {
      return new Verdict(
          ERROR, "store: windows are not kept: " + fault + "; make room on its file system");
    }
    return new Verdict(OK, "");
  }

  static String state(RunningGadget.State state) {
    return switch (state) {
      case STARTING, RUNNING -> OK;
      case ENDED -> WARNING;
      case FAILED -> ERROR;
    };
  }

  static String text(RunningGadget.Status status) {
    return switch (status.state()) {
      case STARTING -> "starting, the first window closes after ten seconds";
      case RUNNING -> status.remarks().isEmpty() ? "running" : status.remarks();
      case ENDED -> "ended";
      case FAILED -> status.fault();
    };
  }

  static String state(SpoolStatus status) {
    return isBehind(status) || isFaulty(status) ? WARNING : OK;
  }

  private static boolean isFaulty(SpoolStatus status) {
    return status.lastFaultUnixMillis() > status.lastSuccessUnixMillis();
  }

  private static boolean isBehind(SpoolStatus status) {
    long oldest = status.oldestUnixMillis();
    return oldest > 0 && Clock.systemUTC().millis() - oldest > BEHIND.toMillis();
  }

  /** Silent for some windows: it ended, or it cannot reach us. */
  static String state(AgentRegistry.Agent agent) {
    long silent = Clock.systemUTC().millis() - agent.lastUnixMillis();
    return silent > BEHIND.toMillis() ? WARNING : OK;
  }

  static String text(SpoolStatus status) {
    if (isFaulty(status)) {
      return status.lastFault();
    }
    return isBehind(status) ? "the receiver does not keep up or is away" : "sending";
  }
}
