package dev.plumbline.output;

import dev.plumbline.gadget.Annotations;
import dev.plumbline.gadget.DataSource;
import dev.plumbline.gadget.Field;
import dev.plumbline.gadget.FieldKind;
import dev.plumbline.profile.Frame;
import dev.plumbline.profile.FrameType;
import dev.plumbline.profile.StackTrace;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** A small data source that is a profile, and its records. */
public final class TestSources {
  public static final DataSource SAMPLES =
      DataSource.of(
          "samples",
          DataSource.Arrival.ARRAY,
          Annotations.of(
              Map.of(
                  "profiles.stack-fields", "kern_stack,user_stack_raw.symbols",
                  "profiles.value-field", "samples",
                  "profiles.period-type", "cpu/nanoseconds",
                  "profiles.period", "10000000")),
          List.of(
              Field.of("kern_stack", FieldKind.STACK),
              Field.of("user_stack_raw.symbols", FieldKind.STACK),
              Field.of("samples", FieldKind.UINT64),
              Field.of(
                  "proc.comm",
                  FieldKind.STRING,
                  Annotations.of(Map.of("profiles.sample-attribute", "true"))),
              Field.of("proc.pid", FieldKind.UINT32),
              Field.of("idle", FieldKind.BOOL),
              Field.of("load", FieldKind.FLOAT64)));

  private TestSources() {}

  public static StackTrace stack(String... leafToRoot) {
    return StackTrace.of(
        Arrays.stream(leafToRoot).map(name -> Frame.named(name, FrameType.NATIVE)).toList());
  }

  /** Three records: 5 samples of a, 2 of b, 9 of a with a kernel stack. */
  public static TestRecords records() {
    return new TestRecords(SAMPLES)
        .row(stack(), stack("leaf", "main"), 5L, "a", 10L, false, 0.5)
        .row(stack(), stack("other", "main"), 2L, "b,c", 20L, true, 1.5)
        .row(stack("k1", "k2"), stack("read", "main"), 9L, "a", 10L, false, 2.5);
  }
}
