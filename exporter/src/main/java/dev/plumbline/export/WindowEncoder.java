package dev.plumbline.export;

import dev.plumbline.export.sender.ExportRequest;
import dev.plumbline.otlp.OtlpLevel;
import dev.plumbline.profile.ProfileWindow;
import dev.plumbline.profile.SampleCounts;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Hop 5 as the exporter sees it. Confined to the exporter's thread. */
interface WindowEncoder {
  Encoding encode(ProfileWindow window, OtlpLevel level);

  /** Every sample of the window is in one request or in one count of the dropped. Immutable. */
  final class Encoding {
    private final List<ExportRequest> requests;
    private final Map<String, SampleCounts> droppedSamples;

    Encoding(List<ExportRequest> requests, Map<String, SampleCounts> droppedSamples) {
      this.requests = Collections.unmodifiableList(new ArrayList<>(requests));
      this.droppedSamples = Collections.unmodifiableMap(new TreeMap<>(droppedSamples));
    }

    List<ExportRequest> requests() {
      return requests;
    }

    /** By reason. */
    Map<String, SampleCounts> droppedSamples() {
      return droppedSamples;
    }
  }
}
