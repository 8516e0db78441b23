package dev.plumbline.otlp.decode;

import static dev.plumbline.otlp.decode.NamedFields.add;
import static dev.plumbline.otlp.decode.NamedFields.child;
import static dev.plumbline.otlp.decode.NamedFields.put;
import static dev.plumbline.otlp.decode.NamedFields.set;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Message;
import dev.plumbline.convert.ConvertedWindow;
import dev.plumbline.convert.OtlpToWindow;
import dev.plumbline.convert.RejectReason;
import dev.plumbline.otlp.oracle.LevelClasses;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Requests of level 1.7 with its own field numbers (case RC-05). */
class ContradictingSamplesTest {
  private static final long START = 1_767_225_600_000_000_000L;

  /** Samples with these values and timestamps, of one function. */
  private static byte[] request(List<List<Long>> values, int[] timestamps) {
    Message.Builder request = LevelClasses.V1_7.parseRequest(new byte[0]).newBuilderForType();
    Message.Builder dictionary = child(request, "dictionary");
    for (String text : List.of("", "samples", "count", "main")) {
      add(dictionary, "string_table", text);
    }
    for (int i = 0; i < 2; i++) {
      Message.Builder function = child(dictionary, "function_table");
      Message.Builder location = child(dictionary, "location_table");
      if (i == 1) {
        set(function, "name_strindex", 3);
        Message.Builder line = child(location, "line");
        set(line, "function_index", 1);
        put(location, "line", line);
      }
      put(dictionary, "function_table", function);
      put(dictionary, "location_table", location);
    }
    for (String table : List.of("mapping_table", "link_table", "attribute_table")) {
      put(dictionary, table, child(dictionary, table));
    }
    put(request, "dictionary", dictionary);
    Message.Builder resource = child(request, "resource_profiles");
    Message.Builder scope = child(resource, "scope_profiles");
    Message.Builder profile = child(scope, "profiles");
    Message.Builder type = child(profile, "sample_type");
    set(type, "type_strindex", 1);
    set(type, "unit_strindex", 2);
    put(profile, "sample_type", type);
    set(profile, "time_nanos", START);
    set(profile, "duration_nanos", 1_000_000_000L);
    add(profile, "location_indices", 1);
    for (int i = 0; i < values.size(); i++) {
      Message.Builder sample = child(profile, "sample");
      set(sample, "locations_start_index", 0);
      set(sample, "locations_length", 1);
      values.get(i).forEach(value -> add(sample, "value", value));
      for (int time = 0; time < timestamps[i]; time++) {
        add(sample, "timestamps_unix_nano", START + 1 + time);
      }
      put(profile, "sample", sample);
    }
    put(scope, "profiles", profile);
    put(resource, "scope_profiles", scope);
    put(request, "resource_profiles", resource);
    return request.build().toByteArray();
  }

  @Test
  void eachTimestampOfAValueOfOne_isAnEvent_andAContradictionIsRejectedAlone() throws Exception {
    byte[] bytes = request(List.of(List.of(1L), List.of(1L), List.of(3L)), new int[] {5, 1, 2});
    OtlpRequest request =
        LevelFinder.of(OtlpLimits.DEFAULT, Clock.systemUTC()).decode(bytes, "sender");
    assertThat(request.level()).isEqualTo(ReceivedLevel.V1_7);

    ConvertedWindow converted = OtlpToWindow.convert(request, START);

    assertThat(converted.window().profiles()).hasSize(1);
    assertThat(converted.window().profiles().get(0).total()).isEqualTo(5 + 1);
    assertThat(converted.rejected()).isEqualTo(Map.of(RejectReason.INCONSISTENT, 1));
  }
}
