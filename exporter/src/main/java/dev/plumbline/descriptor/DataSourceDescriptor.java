package dev.plumbline.descriptor;

import static java.util.Objects.requireNonNull;

import dev.plumbline.gadget.Annotations;
import dev.plumbline.gadget.DataSource;
import dev.plumbline.gadget.Field;
import dev.plumbline.yaml.Problems;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;

/** What a descriptor says of one data source. Immutable. */
public final class DataSourceDescriptor {
  /** Groups that enrichment adds where it can (§5.1); a probe without it lacks them rightly. */
  private static final Set<String> ENRICHMENT =
      new HashSet<>(Arrays.asList("k8s", "runtime", "proc"));

  private final String name;
  private final Annotations annotations;
  private final List<String> tags;
  private final List<FieldDescriptor> fields;

  DataSourceDescriptor(
      String name, Annotations annotations, List<String> tags, List<FieldDescriptor> fields) {
    this.name = requireNonNull(name, "name");
    this.annotations = requireNonNull(annotations, "annotations");
    this.tags = List.copyOf(tags);
    this.fields = Collections.unmodifiableList(new ArrayList<>(fields));
  }

  /** As written; data sources are looked up without case. */
  public String name() {
    return name;
  }

  public Annotations annotations() {
    return annotations;
  }

  /** Unmodifiable. */
  public List<String> tags() {
    return tags;
  }

  /** In the order of the file. Unmodifiable. */
  public List<FieldDescriptor> fields() {
    return fields;
  }

  /**
   * Lays the annotations over those of the probe: for a field its own, then its template's, then
   * the descriptor's.
   */
  DataSource annotate(DataSource probe, Consumer<String> warnings, Problems problems) {
    List<Field> annotated = new ArrayList<>(probe.fields());
    for (FieldDescriptor field : fields) {
      int index = probe.indexOf(field.fullName());
      if (index >= 0) {
        annotated.set(index, annotate(annotated.get(index), field));
        continue;
      }
      String message =
          "field \""
              + field.fullName()
              + "\" is not in data source \""
              + probe.name()
              + "\", expected one of "
              + names(probe);
      if (isEnrichment(field)) {
        warnings.accept(field.position() + ": " + message + "; left out");
      } else {
        problems.add(field.position(), message);
      }
    }
    return probe.annotated(probe.annotations().with(annotations), annotated);
  }

  private static Field annotate(Field probe, FieldDescriptor descriptor) {
    Annotations both = probe.annotations().with(descriptor.annotations());
    return Field.of(
        probe.fullName(),
        probe.kind(),
        probe
            .annotations()
            .with(AnnotationTemplates.of(both.getOrDefault(AnnotationTemplates.KEY, "")))
            .with(descriptor.annotations()));
  }

  private static List<String> names(DataSource probe) {
    List<String> names = new ArrayList<>();
    probe.fields().forEach(field -> names.add(field.fullName()));
    return names;
  }

  private static boolean isEnrichment(FieldDescriptor field) {
    String lowerCase = field.fullName().toLowerCase(Locale.ROOT);
    int dot = lowerCase.indexOf('.');
    return ENRICHMENT.contains(dot < 0 ? lowerCase : lowerCase.substring(0, dot));
  }
}
