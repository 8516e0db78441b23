package dev.plumbline.it.peers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.convert.OtlpToWindow;
import dev.plumbline.export.sender.ExportRequest;
import dev.plumbline.format.OtlpJson;
import dev.plumbline.otlp.OtlpEncoder;
import dev.plumbline.otlp.OtlpLevel;
import dev.plumbline.otlp.decode.LevelFinder;
import dev.plumbline.otlp.decode.OtlpDecoder;
import dev.plumbline.otlp.decode.OtlpLimits;
import dev.plumbline.otlp.decode.OtlpRequest;
import dev.plumbline.otlp.decode.RealRequests;
import dev.plumbline.otlp.decode.ReceivedLevel;
import dev.plumbline.profile.ProfileWindow;
import dev.plumbline.wire.InputException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Requests from the real encoders of every level: the Collector's own messages of its releases
 * 0.135 (OTLP 1.7), 0.138 (1.8), 0.147 (1.9) and 0.158 (1.10, whose bytes are those of 1.11); ours
 * of the levels that we write; and what Inspektor Gadget, the eBPF profiler and the Collector sent.
 */
class LevelEncodersIT {
  private static final int OF_COLLECTOR = 220;
  private static final int OF_OURS = 40;
  private static final long SEED = 26;
  private static final long RECEIVED = 1_800_000_000_000_000_000L;

  private static final Map<ReceivedLevel, String> COLLECTORS =
      Map.of(
          ReceivedLevel.V1_7, "levels/otlp17",
          ReceivedLevel.V1_8, "levels/otlp18",
          ReceivedLevel.V1_9, "levels/otlp19",
          ReceivedLevel.V1_10, "");

  private static final Map<String, ReceivedLevel> CAPTURED =
      Map.of(
          "ig-1.9-a.otlp", ReceivedLevel.V1_9,
          "ig-1.9-b.otlp", ReceivedLevel.V1_9,
          "ebpf-profiler-1.10.otlp", ReceivedLevel.V1_10,
          "collector-pprof-1.10.otlp", ReceivedLevel.V1_10);

  private static final List<Sent> ALL = new ArrayList<>();
  private static final Map<ReceivedLevel, List<DescribedRequest>> OF_LEVEL =
      new EnumMap<>(ReceivedLevel.class);

  /** One request of a sender of that level. */
  private record Sent(
      String sender, ReceivedLevel level, byte[] bytes, List<Long> sums, boolean isTold) {}

  @BeforeAll
  static void encode() throws Exception {
    Peers peers = Peers.build();
    for (Map.Entry<ReceivedLevel, String> collector : COLLECTORS.entrySet()) {
      ReceivedLevel level = collector.getKey();
      List<DescribedRequest> requests =
          peers.described(collector.getValue(), OF_COLLECTOR, SEED + level.ordinal());
      OF_LEVEL.put(level, requests);
      for (DescribedRequest each : requests) {
        ALL.add(new Sent("Collector " + level, level, each.protobuf(), each.sums(), each.isTold()));
      }
    }
    for (DescribedRequest each : OF_LEVEL.get(ReceivedLevel.V1_10).subList(0, OF_OURS)) {
      for (OtlpLevel level : OtlpLevel.values()) {
        ALL.add(ours(level, each));
      }
    }
    for (Map.Entry<String, ReceivedLevel> captured : CAPTURED.entrySet()) {
      byte[] bytes = RealRequests.bytes(captured.getKey());
      ReceivedLevel level = captured.getValue();
      ProfileWindow window = window(OtlpDecoder.of(level, OtlpLimits.DEFAULT).decode(bytes));
      ALL.add(
          new Sent(captured.getKey(), level, bytes, List.of((long) window.sampleCount()), false));
    }
    Collections.shuffle(ALL, new Random(SEED));
    assertThat(ALL).hasSizeGreaterThan(1_000);
  }

  private static Sent ours(OtlpLevel level, DescribedRequest described) throws InputException {
    ProfileWindow window =
        window(
            OtlpDecoder.of(ReceivedLevel.V1_10, OtlpLimits.DEFAULT).decode(described.protobuf()));
    ExportRequest request = OtlpEncoder.builder(level).build().encode(window).requests().get(0);
    byte[] bytes = new byte[request.length()];
    request.body().get(bytes);
    ReceivedLevel written = ReceivedLevel.valueOf(level.name());
    return new Sent("Plumbline " + level, written, bytes, described.sums(), false);
  }

  private static ProfileWindow window(OtlpRequest request) {
    return OtlpToWindow.convert(request, RECEIVED).window();
  }

  private static List<Long> sums(Sent sent, OtlpRequest read) {
    ProfileWindow window = window(read);
    return sent.sums().size() == 1
        ? List.of((long) window.sampleCount())
        : DescribedRequest.sums(window);
  }

  /** 1.8 and 1.9 count as one where nothing tells them apart. */
  private static boolean isOf(ReceivedLevel read, Sent sent) {
    List<ReceivedLevel> twins = List.of(ReceivedLevel.V1_8, ReceivedLevel.V1_9);
    return read == sent.level()
        || (!sent.isTold() && twins.contains(read) && twins.contains(sent.level()));
  }

  @Test
  void thousandMixedRequests_areReadAsTheyWereMeant() throws Exception {
    LevelFinder finder = LevelFinder.of(OtlpLimits.DEFAULT, Clock.systemUTC());
    List<String> wrong = new ArrayList<>();
    for (Sent sent : ALL) {
      ReceivedLevel before = finder.levelOf(sent.sender());
      OtlpRequest read = finder.decode(sent.bytes(), sent.sender());
      // Before a sender is known, what is clean under several levels is of the newest.
      boolean mayBeOfTheNewest = before == null || before == ReceivedLevel.NEWEST;
      if (!sums(sent, read).equals(sent.sums())
          || !(isOf(read.level(), sent)
              || (mayBeOfTheNewest && read.level() == ReceivedLevel.NEWEST))) {
        wrong.add(sent.sender() + " read as " + read.level() + " after " + before);
      }
    }
    assertThat(wrong).isEmpty();
    for (Sent sent : ALL) {
      assertThat(isOf(finder.levelOf(sent.sender()), sent)).as(sent.sender()).isTrue();
    }
  }

  /** No sender is known twice. */
  @Test
  void requestsOfUnknownSenders_sayWhatTheyMean() throws Exception {
    LevelFinder finder = LevelFinder.of(OtlpLimits.DEFAULT, Clock.systemUTC());
    for (int i = 0; i < ALL.size(); i++) {
      Sent sent = ALL.get(i);
      OtlpRequest read = finder.decode(sent.bytes(), "sender " + i);
      assertThat(sums(sent, read))
          .as(sent.sender() + " read as " + read.level())
          .isEqualTo(sent.sums());
    }
  }

  /** As the Collector writes it at each level. */
  @Test
  void json_isWhatTheProtobufIs() throws Exception {
    for (ReceivedLevel level : ReceivedLevel.values()) {
      for (DescribedRequest each : OF_LEVEL.get(level)) {
        OtlpJson json = OtlpJson.read(each.json());
        OtlpRequest read = OtlpDecoder.of(json.level(), OtlpLimits.DEFAULT).decode(json.protobuf());
        assertThat(read.doubts()).as(level + " read as " + json.level()).isZero();
        assertThat(DescribedRequest.sums(window(read)))
            .as(level + " read as " + json.level())
            .isEqualTo(each.sums());
        assertThat(read.profileCount())
            .isEqualTo(
                OtlpDecoder.of(level, OtlpLimits.DEFAULT).decode(each.protobuf()).profileCount());
      }
    }
  }
}
