package dev.plumbline.probe;

import dev.plumbline.attribute.ChosenOwner;
import dev.plumbline.attribute.EnrichmentField;
import dev.plumbline.attribute.HostAttributes;
import dev.plumbline.attribute.ProcessAttributes;
import dev.plumbline.attribute.ProcessCatalog;
import dev.plumbline.attribute.ProcessResources;
import dev.plumbline.attribute.Task;
import dev.plumbline.container.ContainerCatalog;
import dev.plumbline.container.HostPaths;
import dev.plumbline.container.source.ContainerSources;
import dev.plumbline.gadget.Annotations;
import dev.plumbline.gadget.Field;
import dev.plumbline.gadget.FieldKind;
import dev.plumbline.metric.Metric;
import dev.plumbline.metric.MetricSink;
import dev.plumbline.profile.Attributes;
import dev.plumbline.profile.Resource;
import dev.plumbline.sampling.ProfileAnnotations;
import dev.plumbline.selection.ContainerSelection;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Fields of processes and containers from the catalogs: ig's, and the attributes of the process's
 * resource under their own names, hidden and annotated as resource attributes, so that resources
 * split by process with no word in a descriptor. A process that was seen to run another program has
 * one set of values for each. Confined to the run's thread, but for {@link #report}.
 */
public final class CatalogEnricher implements ProcessEnricher {
  private static final long NANOS_PER_TICK = 10_000_000;
  private static final int MAX_PROCESSES = ProcessCatalog.MAX_PROCESSES;
  private static final String UNKNOWN_SERVICE = "unknown_service";

  private static final Metric CONTAINERS =
      Metric.counter(
          "plumbline_container_names_total",
          "Readings of containers' files: with names found, or missing and tried again.",
          "what");

  private static final Metric UNREAD =
      Metric.counter(
          "plumbline_processes_unread_total",
          "Processes that had ended before their files were read; they keep program and cgroup.");

  /** A record has these of its own. */
  private static final List<EnrichmentField> OF_RECORDS =
      List.of(EnrichmentField.PROC_COMM, EnrichmentField.PROC_PID, EnrichmentField.PROC_TID);

  private static final List<String> RESOURCE =
      List.of(
          Resource.SERVICE_NAME,
          "process.executable.name",
          "process.executable.path",
          "process.owner",
          "systemd.unit",
          "container.id",
          "container.name",
          "container.runtime.name",
          "container.image.name",
          "container.image.id",
          "k8s.namespace.name",
          "k8s.pod.name",
          "k8s.pod.uid",
          "k8s.container.name");

  private final ContainerSelection selection;
  private final ProcessCatalog processes;
  private final ProcessResources resources;
  private final HostAttributes host;
  private final List<EnrichmentField> enrichment = new ArrayList<>();
  private final List<Field> fields = new ArrayList<>();

  /** A process with one of its programs. */
  private record Execution(int pid, long sinceNanos) {
    // Written out: what a record has by itself is made at its first call, which is at the start.
    @Override
    public boolean equals(@Nullable Object o) {
      return o instanceof Execution other && pid == other.pid && sinceNanos == other.sinceNanos;
    }

    @Override
    public int hashCode() {
      return 31 * pid + Long.hashCode(sinceNanos);
    }
  }

  private final Map<Execution, Values> cache = recentlyUsed();
  private final Map<Integer, Long> newest = recentlyUsed();

  private static <K, V> Map<K, V> recentlyUsed() {
    return new LinkedHashMap<>(256, 0.75f, true) {
      private static final long serialVersionUID = 1L;

      @Override
      protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
        return size() > MAX_PROCESSES;
      }
    };
  }

  public CatalogEnricher(
      HostPaths paths, Map<String, String> environment, ContainerSelection selection) {
    this(paths, environment, selection, () -> ChosenOwner.ANY);
  }

  /**
   * @param chosen what is known of the owner of a process that had ended before it was read
   */
  public CatalogEnricher(
      HostPaths paths,
      Map<String, String> environment,
      ContainerSelection selection,
      Supplier<ChosenOwner> chosen) {
    this.selection = selection;
    this.processes =
        new ProcessCatalog(
            paths,
            new ContainerCatalog(paths, ContainerSources.of(paths), System::nanoTime),
            chosen,
            System::nanoTime);
    this.host = HostAttributes.read(paths, environment);
    this.resources = new ProcessResources(host);
    for (EnrichmentField field : EnrichmentField.values()) {
      if (!OF_RECORDS.contains(field)) {
        enrichment.add(field);
        fields.add(field.field().annotated(Annotations.of(Map.of("columns.hidden", "true"))));
      }
    }
    Annotations ofResource =
        Annotations.of(
            Map.of("columns.hidden", "true", ProfileAnnotations.RESOURCE_ATTRIBUTE, "true"));
    RESOURCE.forEach(name -> fields.add(Field.of(name, FieldKind.STRING, ofResource)));
  }

  @Override
  public List<Field> fields() {
    return List.copyOf(fields);
  }

  /** A catalog gives the same object until something changes. */
  @SuppressWarnings("ReferenceEquality") // the catalog's promise
  @Override
  public ProcessFields of(int pid, long startNanos, long cgroupId, Program program) {
    Long before = newest.get(pid);
    if (before == null || before < program.sinceNanos()) {
      newest.put(pid, program.sinceNanos());
      if (before != null) {
        processes.executed(pid);
      }
    }
    ProcessAttributes process = processes.get(pid, startNanos / NANOS_PER_TICK, cgroupId);
    Execution execution = new Execution(pid, program.sinceNanos());
    Values known = cache.get(execution);
    if (known == null || known.process != process) {
      known = new Values(process, program);
      cache.put(execution, known);
    }
    return known;
  }

  @Override
  public void report(MetricSink sink) {
    sink.accept(CONTAINERS, processes.containersNamed(), "found");
    sink.accept(CONTAINERS, processes.containersNameless(), "missing");
    sink.accept(UNREAD, processes.unread());
  }

  /** Values of one process. Immutable. */
  private final class Values implements ProcessFields {
    private final ProcessAttributes process;
    private final Task task;
    private final String name;
    private final String[] resource;
    private final boolean isSelected;

    Values(ProcessAttributes process, Program program) {
      this.process = process;
      ProcessAttributes then = at(process, program);
      this.task = new Task(then, then.pid(), then.comm(), host);
      this.name = program.name();
      this.resource = texts(resources.of(then).attributes());
      this.isSelected = selection.matches(process.container());
    }

    /** What was read may be of a later program, or nothing was left to read. */
    private static ProcessAttributes at(ProcessAttributes process, Program program) {
      return program.executable().isEmpty() || program.executable().equals(process.executablePath())
          ? process
          : process.withProgram(program.name(), program.executable());
    }

    @Override
    public boolean isSelected() {
      return isSelected;
    }

    @Override
    public long integer(int field) {
      return enrichment.get(field).number(task);
    }

    @Override
    public boolean bool(int field) {
      return enrichment.get(field).number(task) != 0;
    }

    @Override
    public String text(int field) {
      if (field < enrichment.size()) {
        return enrichment.get(field).text(task);
      }
      return resource[field - enrichment.size()];
    }

    /** Read for each record of the process, so they are looked up once. */
    private String[] texts(Attributes resource) {
      String[] texts = new String[RESOURCE.size()];
      for (int i = 0; i < texts.length; i++) {
        String key = RESOURCE.get(i);
        String value = resource.string(key);
        boolean isNameless = key.equals(Resource.SERVICE_NAME) && UNKNOWN_SERVICE.equals(value);
        texts[i] = value == null ? "" : isNameless ? name : value;
      }
      return texts;
    }
  }
}
