package dev.plumbline.record;

import dev.plumbline.gadget.DataSource;
import dev.plumbline.gadget.Field;
import dev.plumbline.gadget.FieldKind;
import dev.plumbline.output.FieldText;
import dev.plumbline.output.UnknownField;
import dev.plumbline.probe.RunException;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * One {@code FIELD OP VALUE} of {@code --filter} (§6.2 of the study of Inspektor Gadget): numbers
 * compare as numbers of the field's kind, booleans for equality only, texts and stacks as texts,
 * with {@code ~} and {@code !~} for patterns found anywhere in them. Stateless.
 */
public final class ConditionText {
  private ConditionText() {}

  public static Condition parse(String text, DataSource dataSource) {
    int at = 0;
    while (at < text.length() && Comparison.at(text, at) == null) {
      at++;
    }
    Comparison comparison = at < text.length() ? Comparison.at(text, at) : null;
    if (comparison == null || at == 0) {
      throw new RunException(
          "filter \""
              + text
              + "\" has no operator, expected FIELD OP VALUE with one of"
              + " ==, !=, <, <=, >, >=, ~, !~");
    }
    String name = text.substring(0, at).strip();
    int index = dataSource.indexOf(name);
    if (index < 0) {
      throw new RunException(UnknownField.message(name, dataSource));
    }
    String value = text.substring(at + comparison.sign().length());
    try {
      return condition(dataSource.field(index), index, comparison, value);
    } catch (PatternSyntaxException e) {
      throw new RunException("filter \"" + text + "\": pattern " + e.getDescription(), e);
    } catch (NumberFormatException e) {
      throw new RunException(
          "filter \""
              + text
              + "\": \""
              + value
              + "\" is no value of field "
              + dataSource.field(index),
          e);
    }
  }

  private static Condition condition(Field field, int index, Comparison comparison, String value) {
    FieldKind kind = field.kind();
    if (kind.isText() || kind == FieldKind.STACK) {
      return onText(index, comparison, value);
    }
    if (comparison.isPattern()) {
      throw new RunException(
          "filter on field " + field + ": " + comparison.sign() + " is for texts only");
    }
    if (kind.isInteger()) {
      return onInteger(kind, index, comparison, value.strip());
    }
    if (kind.isFloatingPoint()) {
      double wanted = Double.parseDouble(value.strip());
      return (batch, record) ->
          comparison.holds(Double.compare(batch.floatingPoint(record, index), wanted));
    }
    if (kind == FieldKind.BOOL && comparison.isEquality()) {
      return onBoolean(field, index, comparison, value.strip());
    }
    throw new RunException(
        "filter on field " + field + ": cannot be compared by " + comparison.sign());
  }

  private static Condition onText(int index, Comparison comparison, String value) {
    if (!comparison.isPattern()) {
      return (batch, record) ->
          comparison.holds(FieldText.of(batch, record, index).compareTo(value));
    }
    Pattern pattern = Pattern.compile(value);
    boolean isWanted = comparison == Comparison.MATCHING;
    return (batch, record) ->
        pattern.matcher(FieldText.of(batch, record, index)).find() == isWanted;
  }

  private static Condition onInteger(
      FieldKind kind, int index, Comparison comparison, String value) {
    if (kind == FieldKind.UINT64) {
      long wanted = Long.parseUnsignedLong(value);
      return (batch, record) ->
          comparison.holds(Long.compareUnsigned(batch.integer(record, index), wanted));
    }
    long wanted = Long.parseLong(value);
    return (batch, record) -> comparison.holds(Long.compare(batch.integer(record, index), wanted));
  }

  private static Condition onBoolean(Field field, int index, Comparison comparison, String value) {
    if (!value.equals("true") && !value.equals("false")) {
      throw new RunException("filter on field " + field + ": \"" + value + "\" is no boolean");
    }
    boolean wanted = value.equals("true") == (comparison != Comparison.NOT_EQUAL);
    return (batch, record) -> batch.bool(record, index) == wanted;
  }
}
