package dev.plumbline.descriptor;

import dev.plumbline.gadget.Annotations;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Sets of annotations that a field takes by the name of its kind of content, {@code template: pid}
 * (§2.9, §2.10 of the study of Inspektor Gadget). They say how a column looks; what is exported
 * never depends on them.
 */
final class AnnotationTemplates {
  /** The annotation that names a template. */
  static final String KEY = "template";

  private static final Map<String, Annotations> TEMPLATES =
      new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

  static {
    put("timestamp", "columns.width", "35", "columns.maxwidth", "35", "columns.hidden", "true");
    put("bytes", "columns.minwidth", "9", "columns.alignment", "right");
    put("duration", "columns.minwidth", "9", "columns.alignment", "right");
    put("node", "columns.width", "30", "columns.ellipsis", "middle");
    put("pod", "columns.width", "30", "columns.ellipsis", "middle");
    put("container", "columns.width", "30");
    put("namespace", "columns.width", "30");
    put("containerImageName", "columns.width", "30");
    put("containerImageDigest", "columns.width", "30");
    put("containerPid", "columns.minwidth", "7", "columns.alignment", "right");
    put("containerStartedAt", "columns.width", "35", "columns.hidden", "true");
    put("comm", "columns.maxwidth", "16");
    put("pcomm", "columns.maxwidth", "16", "columns.hidden", "true");
    for (String id : List.of("pid", "tid")) {
      put(id, "columns.minwidth", "7", "columns.alignment", "right");
      put(
          "p" + id,
          "columns.minwidth",
          "7",
          "columns.alignment",
          "right",
          "columns.hidden",
          "true");
    }
    for (String id : List.of("uid", "gid")) {
      put(id, "columns.minwidth", "8", "columns.alignment", "right", "columns.hidden", "true");
    }
    for (String id : List.of("ns", "mntns_id", "netns_id")) {
      put(id, "columns.width", "12", "columns.alignment", "right", "columns.hidden", "true");
    }
    put("l4endpoint", "columns.minwidth", "22", "columns.width", "40", "columns.maxwidth", "52");
    put("syscall", "columns.width", "18", "columns.maxwidth", "28");
    put("errorString", "columns.width", "12");
    put("user_stack", "columns.width", "20", "columns.hidden", "true");
  }

  private AnnotationTemplates() {}

  private static void put(String name, String... keysAndValues) {
    Map<String, String> annotations = new TreeMap<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      annotations.put(keysAndValues[i], keysAndValues[i + 1]);
    }
    TEMPLATES.put(name, Annotations.of(annotations));
  }

  /** Empty for an unknown name, of which the loader has warned. */
  static Annotations of(String name) {
    return TEMPLATES.getOrDefault(name, Annotations.EMPTY);
  }

  static boolean isKnown(String name) {
    return TEMPLATES.containsKey(name);
  }

  static List<String> names() {
    return Collections.unmodifiableList(new ArrayList<>(TEMPLATES.keySet()));
  }
}
