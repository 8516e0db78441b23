package dev.plumbline.output;

import dev.plumbline.gadget.RecordBatch;
import dev.plumbline.profile.Attributes;
import dev.plumbline.profile.Frame;
import dev.plumbline.profile.FrameType;
import dev.plumbline.profile.Resource;
import dev.plumbline.profile.Scope;
import dev.plumbline.profile.StackTrace;
import dev.plumbline.sampling.AttributeNaming;
import dev.plumbline.sampling.MappingReader;
import dev.plumbline.sampling.SampleMapping;
import java.io.IOException;
import java.util.Map;
import java.util.Random;

/**
 * A program of its own, for a JVM with a small heap: as many fetches of as many records as its
 * arguments say, no stack twice, through one output mode. Ends with how many records came.
 */
final class ManyStacksRun {
  private static final int DEPTH = 50;
  private static final int FRAMES = 20_000;

  private ManyStacksRun() {}

  public static void main(String[] arguments) throws IOException {
    String mode = arguments[0];
    int fetches = Integer.parseInt(arguments[1]);
    int records = Integer.parseInt(arguments[2]);
    SampleMapping mapping =
        new MappingReader(AttributeNaming.DOTTED, warning -> {})
            .read(TestSources.SAMPLES, Map.of())
            .orElseThrow();
    RecordSink sink =
        new RecordOutputs(OutputChoice.parse(mode), FieldChoice.of(""), System.out, false)
            .sink(
                TestSources.SAMPLES,
                mapping,
                Resource.of(Attributes.EMPTY),
                Scope.of("test", "1"),
                () -> "");
    Frame[] frames = frames();
    Random random = new Random(7);
    for (int fetch = 0; fetch < fetches; fetch++) {
      sink.accept(batch(frames, random, records));
    }
    sink.finish(1_000, 2_000);
    System.err.println("accepted " + (long) fetches * records);
  }

  private static Frame[] frames() {
    Frame[] frames = new Frame[FRAMES];
    for (int i = 0; i < FRAMES; i++) {
      frames[i] = Frame.named("Type.method_" + i, FrameType.NATIVE);
    }
    return frames;
  }

  private static RecordBatch batch(Frame[] frames, Random random, int records) {
    TestRecords batch = new TestRecords(TestSources.SAMPLES);
    for (int record = 0; record < records; record++) {
      Frame[] stack = new Frame[DEPTH];
      for (int i = 0; i < DEPTH; i++) {
        stack[i] = frames[random.nextInt(FRAMES)];
      }
      batch.row(StackTrace.EMPTY, StackTrace.of(stack), 1L, "program", 10L, false, 0.5);
    }
    return batch;
  }
}
