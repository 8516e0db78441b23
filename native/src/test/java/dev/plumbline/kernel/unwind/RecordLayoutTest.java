package dev.plumbline.kernel.unwind;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.kernel.BpfObjectLoader;
import dev.plumbline.kernel.btf.Btf;
import dev.plumbline.kernel.btf.BtfKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The Java side's drawings against the types in the packed object. */
class RecordLayoutTest {
  private static Btf sampler;
  private static Btf lifecycle;
  private static Map<String, Integer> constants;

  @BeforeAll
  static void readTypes() throws IOException {
    sampler = BpfObjectLoader.packed("profile_cpu").btf();
    lifecycle = BpfObjectLoader.packed("process_lifecycle").btf();
    constants = new HashMap<>();
    Pattern enumerator = Pattern.compile("^\\s+([A-Z_0-9]+) = (0x[0-9a-f]+|[0-9]+),");
    for (String line : Files.readAllLines(Path.of("src/main/bpf/records.h"))) {
      Matcher matcher = enumerator.matcher(line);
      if (matcher.find()) {
        constants.put(matcher.group(1), (int) (long) Long.decode(matcher.group(2)));
      }
    }
  }

  private static List<Integer> offsets(Btf btf, String struct, String... members)
      throws IOException {
    int type = btf.find(struct, BtfKind.STRUCT);
    assertThat(type).as(struct).isPositive();
    Integer[] offsets = new Integer[members.length];
    for (int i = 0; i < members.length; i++) {
      offsets[i] = btf.memberOffset(type, members[i]);
    }
    return Arrays.asList(offsets);
  }

  @Test
  void sample_isAsDrawn() throws IOException {
    assertThat(
            offsets(
                sampler,
                "sample",
                "time_ns",
                "cgroup_id",
                "start_ns",
                "value",
                "tgid",
                "tid",
                "cpu",
                "source",
                "flags",
                "kernel_words",
                "user_words",
                "end_reason",
                "stack_bytes",
                "comm",
                "words"))
        .containsExactly(0, 8, 16, 24, 32, 36, 40, 44, 46, 48, 50, 52, 54, 56, 72);
    assertThat(SampleRecord.HEADER_BYTES).isEqualTo(72);
  }

  @Test
  void lifecycle_isAsDrawn() throws IOException {
    // The struct lives on the programs' stacks only, so clang emits no type: the C text is
    // compared.
    String text = Files.readString(Path.of("src/main/bpf/records.h"));
    String body = text.substring(text.indexOf("struct lifecycle {"));
    Matcher fields =
        Pattern.compile("^\\s+(u64|u32|char) (\\w+)(\\[16])?;", Pattern.MULTILINE)
            .matcher(body.substring(0, body.indexOf("};")));
    Map<String, Integer> offsets = new HashMap<>();
    int offset = 0;
    while (fields.find()) {
      offsets.put(fields.group(2), offset);
      offset += fields.group(1).equals("u64") ? 8 : fields.group(1).equals("u32") ? 4 : 16;
    }
    assertThat(offset).isEqualTo(LifecycleRecord.BYTES);
    assertThat(offsets)
        .containsEntry("start_ns", 16)
        .containsEntry("kind", 24)
        .containsEntry("tgid", 28)
        .containsEntry("parent_tgid", 32)
        .containsEntry("copied", 36)
        .containsEntry("comm", 40);
  }

  @Test
  void processPart_isAsDrawn() throws IOException {
    for (Btf btf : List.of(sampler, lifecycle)) {
      assertThat(
              offsets(
                  btf,
                  "process_part",
                  "start_ticks",
                  "low",
                  "high",
                  "count",
                  "parts",
                  "recent",
                  "part_low",
                  "mappings"))
          .containsExactly(0, 8, 16, 24, 28, 30, 32, ProcessTable.MAPPINGS_OFFSET);
      assertThat(offsets(btf, "mapping", "start", "end", "bias", "table", "index"))
          .containsExactly(0, 8, 16, 24, 28);
      int size = btf.size(btf.find("process_part", BtfKind.STRUCT));
      assertThat(size)
          .isEqualTo(
              ProcessTable.MAPPINGS_OFFSET
                  + ProcessTable.MAPPINGS_PER_PART * ProcessTable.MAPPING_BYTES);
      assertThat(offsets(btf, "process_key", "tgid", "part")).containsExactly(0, 4);
    }
  }

  @Test
  void knownRules_areAPageWithTheGenerationInFront() throws IOException {
    for (Btf btf : List.of(sampler, lifecycle)) {
      assertThat(offsets(btf, "known_rules", "generation")).containsExactly(0);
      assertThat(btf.size(btf.find("known_rules", BtfKind.STRUCT))).isEqualTo(4096);
    }
  }

  @Test
  void hotspot_isAsDrawn() throws IOException {
    assertThat(
            offsets(
                sampler,
                "hotspot",
                "heaps",
                "heap_count",
                "segment_shift",
                "blob_name",
                "blob_frame_complete",
                "blob_frame_size",
                "blob_code",
                "block_header",
                "mode",
                "method_const",
                "const_method_size"))
        .containsExactly(0, 96, 100, 104, 106, 108, 110, 112, 114, 116, 118);
    assertThat(sampler.size(sampler.find("hotspot", BtfKind.STRUCT)))
        .isEqualTo(HotSpotLayout.BYTES);
    assertThat(offsets(sampler, "code_heap", "low", "high", "segmap")).containsExactly(0, 8, 16);
  }

  @Test
  void endReasons_haveTheProgramsNumbers() {
    for (EndReason reason : EndReason.values()) {
      if (reason != EndReason.UNKNOWN) {
        assertThat(constants).containsEntry("END_" + reason.name(), reason.number());
        assertThat(EndReason.of(reason.number())).isEqualTo(reason);
      }
    }
    long defined = constants.keySet().stream().filter(name -> name.startsWith("END_")).count();
    assertThat(defined).isEqualTo(EndReason.values().length - 1L);
    assertThat(EndReason.of(200)).isEqualTo(EndReason.UNKNOWN);
  }

  @Test
  void counters_haveTheProgramsNumbers() {
    for (Counter counter : Counter.values()) {
      assertThat(constants).containsEntry("COUNT_" + counter.name(), counter.index());
    }
  }

  @Test
  void marksAndKinds_haveTheProgramsNumbers() {
    assertThat(constants)
        .containsEntry("TABLE_FRAME_POINTER", CodeMapping.FRAME_POINTER)
        .containsEntry("TABLE_GUESS", CodeMapping.GUESS)
        .containsEntry("TABLE_RETURN_PROBE", CodeMapping.RETURN_PROBE)
        .containsEntry("TABLE_PENDING", CodeMapping.PENDING)
        .containsEntry("TABLE_HOTSPOT", CodeMapping.HOTSPOT);
    assertThat(constants).containsEntry("ROW_LANDING", UnwindRow.landing(0) >>> 27);
    assertThat(constants)
        .containsEntry("LANDING_CFA_CX", UnwindRow.landingByRcx(0) & 0x1fff)
        .containsEntry("LANDING_PC_CX", UnwindRow.landingInRcx(0) & 0x1fff)
        .containsEntry("LANDING_CALLER_DI", UnwindRow.callerInRdi(0) & 0x1fff);
    Map<String, Integer> kinds =
        Map.of(
            "ROW_SP", UnwindRow.sp(0, 0),
            "ROW_BP", UnwindRow.bp(0, 0),
            "ROW_PLT", UnwindRow.plt(),
            "ROW_STOP", UnwindRow.root(),
            "ROW_SIGNAL", UnwindRow.signal(),
            "ROW_REALIGNED", UnwindRow.realigned(8),
            "ROW_FRAME_POINTER", UnwindRow.framePointer(),
            "ROW_GUESS", UnwindRow.guess());
    kinds.forEach((name, rule) -> assertThat(constants).containsEntry(name, rule >>> 27));
    for (LifecycleRecord.Kind kind : LifecycleRecord.Kind.values()) {
      String name = "LIFECYCLE_" + kind.name().toUpperCase(Locale.ROOT);
      assertThat(constants)
          .containsEntry(name, List.of(LifecycleRecord.Kind.values()).indexOf(kind) + 1);
    }
  }
}
