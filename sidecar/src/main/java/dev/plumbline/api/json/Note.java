package dev.plumbline.api.json;

import org.jspecify.annotations.Nullable;

/**
 * A sentence that goes with an answer. Immutable; what does not apply is null.
 *
 * @param code stable, for the page
 * @param subject name that the sentence is about
 * @param lastMillis when there was something
 * @param share of the total, 0 to 1
 * @param count of things
 */
public record Note(
    String code,
    String text,
    @Nullable String subject,
    @Nullable Long lastMillis,
    @Nullable Double share,
    @Nullable Long count) {
  public static Note of(String code, String text, @Nullable String subject) {
    return new Note(code, text, subject, null, null, null);
  }
}
