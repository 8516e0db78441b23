package dev.plumbline.sampling;

import dev.plumbline.gadget.DataSource;
import dev.plumbline.gadget.Field;
import dev.plumbline.gadget.RecordBatch;
import dev.plumbline.profile.Link;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The fields that link a sample to a span. A trace id is a text field of 32 hexadecimal digits or
 * two integer fields, high word first; a span id is a text field of 16 digits or one integer field.
 * Ids of zero or no text mean no link. Immutable.
 */
final class LinkFields {
  private static final int WORD_DIGITS = 16;

  private final int traceIdHigh;
  private final int traceIdLow;
  private final int spanId;
  private final boolean traceIdIsText;
  private final boolean spanIdIsText;

  private LinkFields(DataSource dataSource, List<Integer> traceId, int spanId) {
    this.traceIdHigh = traceId.get(0);
    this.traceIdLow = traceId.get(traceId.size() - 1);
    this.spanId = spanId;
    this.traceIdIsText = dataSource.field(traceIdHigh).kind().isText();
    this.spanIdIsText = dataSource.field(spanId).kind().isText();
  }

  /**
   * Null if no field says that it belongs to a link.
   *
   * @throws MappingException if the annotations do not make a whole link
   */
  static @Nullable LinkFields read(DataSource dataSource) {
    List<Integer> traceIds = new ArrayList<>();
    List<Integer> spanIds = new ArrayList<>();
    for (int i = 0; i < dataSource.fields().size(); i++) {
      Field field = dataSource.field(i);
      String part = field.annotations().getOrDefault(ProfileAnnotations.LINK, "");
      if (part.equals("trace-id")) {
        traceIds.add(i);
      } else if (part.equals("span-id")) {
        spanIds.add(i);
      } else if (!part.isEmpty()) {
        throw new MappingException(
            subject(dataSource)
                + " of field \""
                + field.fullName()
                + "\" is \""
                + part
                + "\", expected trace-id or span-id");
      }
    }
    if (traceIds.isEmpty() && spanIds.isEmpty()) {
      return null;
    }
    if (!isTraceId(dataSource, traceIds) || !isSpanId(dataSource, spanIds)) {
      throw new MappingException(
          subject(dataSource)
              + " marks "
              + names(dataSource, traceIds)
              + " as trace-id and "
              + names(dataSource, spanIds)
              + " as span-id, expected one text or two integer fields for the trace id and one"
              + " text or integer field for the span id");
    }
    return new LinkFields(dataSource, traceIds, spanIds.get(0));
  }

  private static String subject(DataSource dataSource) {
    return "data source \"" + dataSource.name() + "\": " + ProfileAnnotations.LINK;
  }

  private static List<Field> names(DataSource dataSource, List<Integer> indexes) {
    List<Field> fields = new ArrayList<>();
    indexes.forEach(index -> fields.add(dataSource.field(index)));
    return fields;
  }

  private static boolean isTraceId(DataSource dataSource, List<Integer> fields) {
    if (fields.size() == 1) {
      return dataSource.field(fields.get(0)).kind().isText();
    }
    return fields.size() == 2
        && dataSource.field(fields.get(0)).kind().isInteger()
        && dataSource.field(fields.get(1)).kind().isInteger();
  }

  private static boolean isSpanId(DataSource dataSource, List<Integer> fields) {
    return fields.size() == 1
        && (dataSource.field(fields.get(0)).kind().isText()
            || dataSource.field(fields.get(0)).kind().isInteger());
  }

  /** The record's link, {@link Link#NONE} if it has none, null if its ids are malformed. */
  @Nullable Link link(RecordBatch batch, int record) {
    String traceText = traceIdIsText ? batch.text(record, traceIdHigh) : "";
    String spanText = spanIdIsText ? batch.text(record, spanId) : "";
    if (!isId(traceText, 2 * WORD_DIGITS) || !isId(spanText, WORD_DIGITS)) {
      return null;
    }
    long high = traceIdIsText ? word(traceText, 0) : batch.integer(record, traceIdHigh);
    long low = traceIdIsText ? word(traceText, WORD_DIGITS) : batch.integer(record, traceIdLow);
    long span = spanIdIsText ? word(spanText, 0) : batch.integer(record, spanId);
    if ((high | low | span) == 0) {
      return Link.NONE;
    }
    return (high | low) == 0 || span == 0 ? null : Link.of(high, low, span);
  }

  private static boolean isId(String text, int digits) {
    if (text.isEmpty()) {
      return true;
    }
    if (text.length() != digits) {
      return false;
    }
    for (int i = 0; i < digits; i++) {
      if (Character.digit(text.charAt(i), 16) < 0) {
        return false;
      }
    }
    return true;
  }

  private static long word(String text, int start) {
    return text.isEmpty() ? 0 : Long.parseUnsignedLong(text, start, start + WORD_DIGITS, 16);
  }
}
