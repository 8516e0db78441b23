package dev.plumbline.export;

import dev.plumbline.export.sender.ExportResult;
import dev.plumbline.export.sender.LevelAnswer;
import dev.plumbline.export.sender.RequestSender;
import dev.plumbline.fault.FaultText;
import dev.plumbline.otlp.DropReason;
import dev.plumbline.profile.SampleCounts;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * The lines that an exporter writes while it runs, each beginning with its name and where it sends.
 * Repeats of a trouble come at most once a minute. Confined to the exporter's thread, but for
 * {@link #lastFailure} and {@link #unanswered}.
 */
final class ExportLog {
  private static final Logger logger = Logger.getLogger(ProfileExporter.class.getName());

  private final String subject;
  private final LongSupplier ticker;
  private final ThrottledLog sends = new ThrottledLog(logger);
  private final ThrottledLog refusals = new ThrottledLog(logger);
  private final ThrottledLog remarks = new ThrottledLog(logger);
  private final ThrottledLog encoding = new ThrottledLog(logger);
  private volatile ExportFailure lastFailure = ExportFailure.NONE;

  ExportLog(String exporterName, RequestSender sender, LongSupplier ticker) {
    this.subject = "exporter " + exporterName + " to " + sender.target() + ": ";
    this.ticker = ticker;
  }

  void level(LevelAnswer answer) {
    logger.log(Level.INFO, () -> subject + "OTLP level " + answer);
  }

  /** Of a request; none once one was accepted. Any thread. */
  ExportFailure lastFailure() {
    return lastFailure;
  }

  /** At the end; nothing is logged, since the account follows. Any thread. */
  void unanswered(long nanos) {
    if (lastFailure.isNone()) {
      String message = "the receiver had not answered after " + nanos / 1_000_000 + " ms";
      lastFailure = new ExportFailure("no_answer", message, false);
    }
  }

  void cannotSend(String reason, String message, long delayNanos, ExportAccount account) {
    Supplier<String> line =
        () ->
            subject
                + "cannot send: "
                + reason
                + ": "
                + message
                + "; next try in "
                + delayNanos / 1_000_000
                + " ms, "
                + account.samples().held()
                + " samples ("
                + account.heldBytes()
                + " bytes) wait, "
                + account.samples().dropped()
                + " dropped so far";
    failed(reason, message, sends.warn(ticker.getAsLong(), line));
  }

  private void failed(String reason, String message, boolean isTold) {
    lastFailure = lastFailure.then(reason, message, isTold);
  }

  void receiverRefuses(ExportResult result) {
    Supplier<String> line =
        () ->
            subject
                + "the receiver refuses: "
                + result.reason()
                + ": "
                + result.message()
                + "; no other request is sent, one is tried every 10 min";
    failed(result.reason(), result.message(), sends.warn(ticker.getAsLong(), line));
  }

  void sendsAgain() {
    lastFailure = ExportFailure.NONE;
    sends.recovered(() -> subject + "sends again");
  }

  void requestRefused(ExportResult result) {
    Supplier<String> line =
        () -> subject + "a request was refused: " + result.reason() + ": " + result.message();
    failed(result.reason(), result.message(), refusals.warn(ticker.getAsLong(), line));
  }

  /** What a receiver says along with success; nothing if it says nothing. */
  void remark(ExportResult result) {
    if (!result.message().isEmpty()) {
      remarks.warn(
          ticker.getAsLong(),
          () -> subject + "the receiver accepted all and remarks: " + result.message());
    }
  }

  void partlyRejected(ExportResult result) {
    remarks.warn(
        ticker.getAsLong(),
        () ->
            subject
                + "the receiver rejected "
                + result.rejectedProfiles()
                + " profiles: "
                + result.message());
  }

  void notEncoded(RuntimeException fault) {
    encoding.warn(
        ticker.getAsLong(), () -> subject + "a window cannot be encoded: " + FaultText.of(fault));
  }

  /** Zeros say nothing and go in silence; what else is missing, such as a large stack, is told. */
  void leftOut(Map<String, SampleCounts> samplesByReason) {
    Map<String, SampleCounts> told = new TreeMap<>(samplesByReason);
    told.remove(DropReason.ZERO_VALUE.text());
    if (!told.isEmpty()) {
      encoding.warn(
          ticker.getAsLong(), () -> subject + "samples that cannot be sent are dropped: " + told);
    }
  }

  /** The trace of what {@link #cannotSend} then tells in a line. */
  void fault(Throwable fault) {
    logger.log(Level.FINE, fault, () -> subject + "unexpected fault");
  }
}
