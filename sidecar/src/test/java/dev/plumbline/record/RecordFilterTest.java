package dev.plumbline.record;

import static dev.plumbline.output.TestSources.SAMPLES;
import static dev.plumbline.output.TestSources.records;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.gadget.Annotations;
import dev.plumbline.gadget.DataSource;
import dev.plumbline.gadget.Field;
import dev.plumbline.gadget.FieldKind;
import dev.plumbline.gadget.RecordBatch;
import dev.plumbline.probe.RunException;
import dev.plumbline.selection.ProcessSelection;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code --filter}, {@code --sort} and {@code --max-entries}. */
class RecordFilterTest {
  private static List<Long> samples(RecordBatch batch) {
    List<Long> samples = new ArrayList<>();
    for (int record = 0; record < batch.size(); record++) {
      samples.add(batch.integer(record, 2));
    }
    return samples;
  }

  private static List<Long> filtered(String text) {
    return samples(
        RecordFilter.of(RecordFilter.parse(text, SAMPLES, List.of("samples", "allocs")))
            .apply(records()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "proc.comm==a|5 9",
        "proc.comm=a|5 9",
        "proc.comm!=a|2",
        "samples>2|5 9",
        "samples>=5|5 9",
        "samples<5|2",
        "samples<=5|5 2",
        "PROC.PID==20|2",
        "idle==true|2",
        "idle!=true|5 9",
        "load>1.0|2 9",
        "proc.comm~^[bx]|2",
        "proc.comm!~^[bx]|5 9",
        "user_stack_raw.symbols~leaf|5",
        "kern_stack==|5 2",
        "samples>2,proc.comm==a,load<1|5",
        "proc.comm==b\\,c|2",
        "samples:samples==9|9",
        "allocs:size==9|5 2 9",
        "''|5 2 9",
      })
  void filter_keepsWhatHolds(String text, String expected) {
    List<Long> wanted = new ArrayList<>();
    for (String number : expected.split(" ")) {
      wanted.add(Long.parseLong(number));
    }
    assertThat(filtered(text)).isEqualTo(wanted);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "proc.nobody==1|field \"proc.nobody\" not found in datasource \"samples\"",
        "samples|has no operator",
        "samples==many|\"many\" is no value of field samples:UINT64",
        "samples~1|is for texts only",
        "idle<true|cannot be compared by <",
        "idle==maybe|is no boolean",
        "proc.comm~(|pattern",
      })
  void filter_saysWhatItCannotRead(String text, String message) {
    assertThatThrownBy(() -> filtered(text))
        .isInstanceOf(RunException.class)
        .hasMessageContaining(message);
  }

  @Test
  void unsignedValues_compareUnsigned() {
    assertThat(
            samples(
                RecordFilter.of(
                        RecordFilter.parse("samples>9223372036854775807", SAMPLES, List.of()))
                    .apply(
                        new dev.plumbline.output.TestRecords(SAMPLES)
                            .row(null, null, -1L, "", 0L, false, 0.0)
                            .row(null, null, 1L, "", 0L, false, 0.0))))
        .containsExactly(-1L);
  }

  private static List<Long> ordered(String sort, int most) {
    return samples(RecordOrder.parse(sort, most, SAMPLES).apply(records()));
  }

  @Test
  void order_sortsByEachFieldAndKeepsEqualOnes() {
    assertThat(ordered("samples", -1)).containsExactly(2L, 5L, 9L);
    assertThat(ordered("-samples", -1)).containsExactly(9L, 5L, 2L);
    assertThat(ordered("proc.comm", -1)).containsExactly(5L, 9L, 2L);
    assertThat(ordered("proc.comm,-load", -1)).containsExactly(9L, 5L, 2L);
    assertThat(ordered("allocs:size;samples:-load", -1)).containsExactly(9L, 2L, 5L);
  }

  @Test
  void order_cuts() {
    assertThat(ordered("", -1)).containsExactly(5L, 2L, 9L);
    assertThat(ordered("", 2)).containsExactly(5L, 2L);
    assertThat(ordered("-samples", 1)).containsExactly(9L);
    assertThat(ordered("", 0)).isEmpty();
    assertThatThrownBy(() -> ordered("-nothing", -1)).hasMessageContaining("not found");
  }

  @Test
  void selection_namesProcesses() {
    ProcessSelection selection =
        ProcessSelection.builder().number("proc.pid", 10).comm("a").build();
    assertThat(samples(RecordFilter.of(selection.conditions(SAMPLES, () -> {})).apply(records())))
        .containsExactly(5L, 9L);
    ProcessSelection unfit = ProcessSelection.builder().number("proc.tid", 7).build();
    assertThatThrownBy(() -> unfit.conditions(SAMPLES, () -> {}))
        .hasMessageContaining("has no field \"proc.tid\"");
  }

  @Test
  void selectionByOwner_tellsOfRecordsWithoutOne() {
    DataSource owned =
        DataSource.of(
            "owned",
            DataSource.Arrival.ARRAY,
            Annotations.EMPTY,
            List.of(
                Field.of("proc.creds.uid", FieldKind.UINT32),
                Field.of("proc.creds.user", FieldKind.STRING),
                Field.of("samples", FieldKind.UINT64)));
    RecordBatch records =
        new dev.plumbline.output.TestRecords(owned)
            .row(0L, "root", 1L)
            .row(0L, "", 2L)
            .row(1000L, "ann", 4L);
    AtomicInteger undecided = new AtomicInteger();
    for (long uid : new long[] {0, 1000}) {
      ProcessSelection selection = ProcessSelection.builder().number("proc.creds.uid", uid).build();
      List<Condition> conditions = selection.conditions(owned, undecided::incrementAndGet);
      assertThat(samples(RecordFilter.of(conditions).apply(records)))
          .containsExactly(uid == 0 ? 1L : 4L);
    }
    assertThat(undecided).hasValue(2);
  }
}
