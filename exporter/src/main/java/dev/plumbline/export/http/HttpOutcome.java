package dev.plumbline.export.http;

import com.google.protobuf.CodedInputStream;
import dev.plumbline.export.sender.ExportResult;
import dev.plumbline.export.transport.ReceiverText;
import dev.plumbline.export.transport.RpcStatus;
import dev.plumbline.fault.FaultText;
import dev.plumbline.otlp.ExportReply;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** What an answer means, by §2.2 of the OTLP study. */
final class HttpOutcome {
  private static final String PROTOBUF = "application/x-protobuf";
  private static final int MAX_TEXT_BYTES = 4096;
  private static final long MAX_DELAY_SECONDS = TimeUnit.DAYS.toSeconds(365);

  private static final String NOT_FOUND_EXPLAINED =
      "no OTLP profiles there: a Collector needs a profiles pipeline and"
          + " --feature-gates=service.profilesSupport, Pyroscope 1.16 or later";

  private HttpOutcome() {}

  /**
   * @param now for a Retry-After that is a date
   */
  static ExportResult of(HttpAnswer answer, Instant now) {
    int status = answer.status();
    if (status >= 200 && status < 300) {
      return success(answer);
    }
    String reason = "http_" + status;
    String text = "HTTP status " + status + textOf(answer);
    switch (status) {
      case 429:
      case 503:
        return ExportResult.retryAfter(reason, text, retryDelayNanos(answer.retryAfter(), now));
      case 502:
      case 504:
        return ExportResult.retryAfter(reason, text, 0);
      case 401:
      case 403:
        return ExportResult.refused(ExportResult.Refusal.RECEIVER, reason, text);
      case 404:
      case 405:
        return ExportResult.refused(
            ExportResult.Refusal.RECEIVER,
            reason,
            ReceiverText.clean(text + ": " + NOT_FOUND_EXPLAINED));
      default:
        return ExportResult.refused(ExportResult.Refusal.REQUEST, reason, ReceiverText.clean(text));
    }
  }

  /** Any 2xx is final, whatever its body. */
  private static ExportResult success(HttpAnswer answer) {
    if (answer.body().length == 0 || !isProtobuf(answer)) {
      return ExportResult.accepted();
    }
    try {
      ExportReply reply = ExportReply.parse(CodedInputStream.newInstance(answer.body()));
      String message = ReceiverText.clean(reply.errorMessage());
      if (reply.rejectedProfiles() > 0) {
        return ExportResult.partlyRejected(reply.rejectedProfiles(), message);
      }
      return message.isEmpty()
          ? ExportResult.accepted()
          : ExportResult.acceptedWithWarning(message);
    } catch (IOException e) {
      return ExportResult.acceptedWithWarning("its reply cannot be read: " + FaultText.of(e));
    }
  }

  private static String textOf(HttpAnswer answer) {
    String text = "";
    if (isProtobuf(answer)) {
      try {
        text = RpcStatus.parse(answer.body()).message();
      } catch (IOException ignored) {
        // Neither text nor a status: the number alone must do.
      }
    } else {
      int length = Math.min(answer.body().length, MAX_TEXT_BYTES);
      text = new String(answer.body(), 0, length, StandardCharsets.UTF_8);
    }
    String clean = ReceiverText.clean(text);
    return clean.isEmpty() ? "" : ": " + clean;
  }

  private static boolean isProtobuf(HttpAnswer answer) {
    return answer.contentType().startsWith(PROTOBUF);
  }

  /** Seconds or a date; 0 if it is absent, past or neither. */
  static long retryDelayNanos(@Nullable String retryAfter, Instant now) {
    if (retryAfter == null) {
      return 0;
    }
    String text = retryAfter.trim();
    long seconds;
    try {
      seconds =
          text.chars().allMatch(c -> c >= '0' && c <= '9')
              ? Long.parseLong(text)
              : ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME).toEpochSecond()
                  - now.getEpochSecond();
    } catch (NumberFormatException | DateTimeException ignored) {
      // A receiver that says something else leaves it to us.
      return 0;
    }
    return TimeUnit.SECONDS.toNanos(Math.max(0, Math.min(seconds, MAX_DELAY_SECONDS)));
  }
}
