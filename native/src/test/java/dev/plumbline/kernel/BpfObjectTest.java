package dev.plumbline.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

@RequiresBpf
class BpfObjectTest {
  /** Runs a program by attaching it while this process makes system calls. */
  private static void run(BpfObject object, String program) throws IOException {
    RawTracepoint attached = RawTracepoint.attach(object.program(program));
    try {
      OnlineCpus.read();
    } finally {
      attached.close();
    }
  }

  private static long result(BpfObject object, int at) throws IOException {
    BpfMap results = object.map("results");
    results.key().putInt(0, at);
    assertThat(results.lookup()).isTrue();
    return results.value().getLong(0);
  }

  @Test
  void load_resolvesCallsConstantsAndVariables() throws IOException {
    try (BpfObject object = TestObjects.loader("features").load()) {
      run(object, "measure");
      assertThat(result(object, 0)).isEqualTo(5 * 2 * 3);
      assertThat(result(object, 1)).isGreaterThan(7);
      assertThat(result(object, 2)).isEqualTo(-2);
      assertThat(result(object, 3)).isEqualTo('b');
    }
  }

  @Test
  void constants_areSetBeforeLoading() throws IOException {
    BpfObjectLoader loader = TestObjects.loader("features");
    loader.constant("cfg_factor", 11).constant("cfg_small", 300);
    loader.constant("cfg_text", "xyz".getBytes(StandardCharsets.US_ASCII));
    try (BpfObject object = loader.load()) {
      run(object, "measure");
      assertThat(result(object, 0)).isEqualTo(5 * 2 * 11);
      assertThat(result(object, 2)).isEqualTo(300);
      assertThat(result(object, 3)).isEqualTo('y');
    }
  }

  @Test
  void constant_readsTheCompiledDefault() throws IOException {
    assertThat(TestObjects.loader("features").constant("cfg_factor").getInt(0)).isEqualTo(3);
  }

  @Test
  void constant_thatDoesNotFit_isRefused() throws IOException {
    BpfObjectLoader loader = TestObjects.loader("features");
    assertThatThrownBy(() -> loader.constant("cfg_small", 70_000))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("constant cfg_small has 2 bytes, too few for 70000");
    assertThatThrownBy(() -> loader.constant("cfg_text", new byte[9]))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> loader.constant("cfg_missing", 1))
        .hasMessage("features has no constant cfg_missing");
  }

  @Test
  void maps_areReadFromTypes() throws IOException {
    assertThat(TestObjects.loader("features").maps())
        .containsEntry("points", new MapDefinition("points", MapType.HASH, 8, 8, 64, 0))
        .containsEntry("ring", new MapDefinition("ring", MapType.RING_BUFFER, 0, 0, 4096, 0));
  }

  @Test
  void change_resizesAMap() throws IOException {
    try (BpfObject object =
        TestObjects.loader("features").change("points", map -> map.withMaxEntries(2)).load()) {
      BpfMap points = object.map("points");
      points.key().putInt(0, 1);
      points.update();
      points.key().putInt(0, 2);
      points.update();
      points.key().putInt(0, 3);
      assertThatThrownBy(points::update)
          .isInstanceOfSatisfying(SystemCallException.class, e -> assertThat(e.isFull()).isTrue())
          .hasMessage("update map points: E2BIG");
    }
  }

  @Test
  void share_usesTheSameMap() throws IOException {
    try (BpfObject first = TestObjects.loader("features").load()) {
      BpfObjectLoader loader = TestObjects.loader("features");
      try (BpfObject second = loader.share("results", first.map("results")).load()) {
        run(second, "measure");
      }
      assertThat(result(first, 0)).isEqualTo(30);
    }
  }

  @Test
  void ringBuffer_deliversRecords() throws IOException {
    try (BpfObject object = TestObjects.loader("features").load();
        RingBuffer ring = RingBuffer.open(object.map("ring"))) {
      assertThat(ring.await(0)).isFalse();
      run(object, "measure");
      assertThat(ring.await(1000)).isTrue();
      List<Long> pids = new ArrayList<>();
      long waiting = ring.pendingBytes();
      int taken =
          ring.drain(
              (buffer, offset, length) -> {
                assertThat(length).isEqualTo(16);
                assertThat(buffer.getLong(offset)).isEqualTo(0x1122334455667788L);
                pids.add(buffer.getLong(offset + 8));
              });
      assertThat(waiting).isGreaterThan(0).isLessThanOrEqualTo(taken * 24L);
      assertThat(pids).contains(ProcessHandle.current().pid());
      assertThat(ring.pendingBytes()).isZero();
    }
  }

  @Test
  void ringBuffer_wrapsAndTakesARecordWhoseSinkFails() throws IOException {
    try (BpfObject object = TestObjects.loader("features").load();
        RingBuffer ring = RingBuffer.open(object.map("ring"))) {
      int taken = 0;
      while (taken < 3 * 4096 / 24) { // three times around
        run(object, "measure");
        taken +=
            ring.drain(
                (buffer, offset, length) -> { // one of a round begins at the end of the ring
                  assertThat(length).isEqualTo(16);
                  assertThat(buffer.getLong(offset)).isEqualTo(0x1122334455667788L);
                  assertThat(buffer.getLong(offset + 8)).isPositive();
                });
      }
      run(object, "measure");
      long before = ring.pendingBytes();
      assertThatThrownBy(
              () ->
                  ring.drain(
                      (buffer, offset, length) -> {
                        throw new IllegalStateException("sink");
                      }))
          .hasMessage("sink");
      assertThat(ring.pendingBytes()).isEqualTo(before - 24);
    }
  }

  @Test
  void relocations_areDoneByTheKernel() throws IOException {
    try (BpfObject object = TestObjects.loader("relocated").load()) {
      run(object, "same_process");
      assertThat(result(object, 1)).isPositive();
      assertThat(result(object, 0)).isEqualTo(result(object, 1));
    }
  }

  @Test
  void refusedProgram_carriesTheVerifiersReason() {
    assertThatThrownBy(() -> TestObjects.loader("refused").load())
        .isInstanceOfSatisfying(
            VerifierException.class,
            e -> {
              assertThat(e.program()).isEqualTo("reads_anywhere");
              assertThat(e.isDenied()).isTrue();
              assertThat(e.log()).contains("invalid mem access 'scalar'");
            })
        .hasMessageStartingWith("load program reads_anywhere: EACCES\n");
  }

  @Test
  void packedObjects_load() throws IOException {
    try (BpfObject object = BpfObjectLoader.packed("profile_cpu").load()) {
      for (BpfProgram program : object.programs().values()) {
        assertThat(program.verifiedInstructions()).isBetween(1L, TestObjects.MOST_VERIFIED);
      }
    }
    BpfObjectLoader.packed("process_lifecycle").load().close();
  }
}
