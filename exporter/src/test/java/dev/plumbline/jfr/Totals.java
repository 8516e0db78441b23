package dev.plumbline.jfr;

import dev.plumbline.gadget.DataSource;
import dev.plumbline.gadget.RecordBatch;
import dev.plumbline.profile.Frame;
import dev.plumbline.profile.StackTrace;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Sums over the records of one data source in several chunks. */
final class Totals {
  private final List<RecordBatch> batches = new ArrayList<>();

  private Totals() {}

  static Totals of(List<JfrRecords> chunks, JvmGadget gadget, String dataSource) {
    Totals totals = new Totals();
    for (JfrRecords chunk : chunks) {
      for (RecordBatch batch : chunk.batches(gadget)) {
        if (batch.dataSource().name().equals(dataSource)) {
          totals.batches.add(batch);
        }
      }
    }
    return totals;
  }

  long sum(String field) {
    return sum(field, stack -> true);
  }

  /** Over the records with that function anywhere in the stack. */
  long sumWith(String field, String function) {
    return sum(
        field,
        stack -> stack.frames().stream().anyMatch(frame -> frame.functionName().equals(function)));
  }

  long sum(String field, Predicate<StackTrace> filter) {
    long sum = 0;
    for (RecordBatch batch : batches) {
      DataSource source = batch.dataSource();
      for (int i = 0; i < batch.size(); i++) {
        if (filter.test(batch.stackTrace(i, source.indexOf("stack")))) {
          sum += batch.integer(i, source.indexOf(field));
        }
      }
    }
    return sum;
  }

  List<Frame> frames() {
    List<Frame> frames = new ArrayList<>();
    for (RecordBatch batch : batches) {
      for (int i = 0; i < batch.size(); i++) {
        frames.addAll(batch.stackTrace(i, 0).frames());
      }
    }
    return frames;
  }

  List<String> texts(String field) {
    List<String> texts = new ArrayList<>();
    for (RecordBatch batch : batches) {
      for (int i = 0; i < batch.size(); i++) {
        texts.add(batch.text(i, batch.dataSource().indexOf(field)));
      }
    }
    return texts;
  }
}
