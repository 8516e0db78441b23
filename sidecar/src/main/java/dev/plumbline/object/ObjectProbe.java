package dev.plumbline.object;

import dev.plumbline.cpu.HostSampler;
import dev.plumbline.frame.StackSymbols;
import dev.plumbline.gadget.DataSource;
import dev.plumbline.gadget.RecordBatch;
import dev.plumbline.kernel.BpfObject;
import dev.plumbline.kernel.BpfObjectLoader;
import dev.plumbline.kernel.BpfProgram;
import dev.plumbline.kernel.MapDefinition;
import dev.plumbline.kernel.MapType;
import dev.plumbline.metric.MetricSink;
import dev.plumbline.probe.Gadget;
import dev.plumbline.probe.GadgetProbe;
import dev.plumbline.probe.ProcessEnricher;
import dev.plumbline.probe.RunException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A gadget of the user's: a descriptor and a BPF object that follows ig's conventions, with no Java
 * of its own. Confined to the run's thread.
 */
public final class ObjectProbe implements GadgetProbe {
  private static final long MAX_OBJECT_BYTES = 16 << 20;
  private static final Set<MapType> HASHES = EnumSet.of(MapType.HASH, MapType.LRU_HASH);
  private static final Set<MapType> RINGS = EnumSet.of(MapType.RING_BUFFER);

  private final Gadget gadget;
  private final BpfObjectLoader loader;
  private final List<ObjectSource> sources;
  private final StackSymbols symbols;
  private final HostSampler processes;
  private final ProcessEnricher enricher;
  private final ProgramAttachment attachment;
  private @Nullable BpfObject object;
  private @Nullable StackMaps stacks;

  private ObjectProbe(
      Gadget gadget,
      BpfObjectLoader loader,
      List<ObjectSource> sources,
      HostSampler processes,
      ProcessEnricher enricher) {
    this.gadget = gadget;
    this.loader = loader;
    this.sources = List.copyOf(sources);
    this.processes = processes;
    this.enricher = enricher;
    this.symbols = processes.symbols();
    this.attachment = new ProgramAttachment(gadget.descriptor());
  }

  /** Reads the object and checks it against descriptor and parameters; loads nothing yet. */
  public static ObjectProbe create(
      Gadget gadget, Path file, Map<String, String> parameters, SourceReaders readers)
      throws IOException {
    if (Files.size(file) > MAX_OBJECT_BYTES) {
      throw new RunException("BPF object " + file + " is over " + MAX_OBJECT_BYTES + " bytes");
    }
    BpfObjectLoader loader =
        BpfObjectLoader.of(ByteBuffer.wrap(Files.readAllBytes(file)), file.toString());
    ObjectMarkers markers = ObjectMarkers.read(gadget.name(), loader.btf());
    ObjectParameters.set(loader, gadget.descriptor(), markers.parameters(), parameters);
    List<ObjectSource> sources = new ArrayList<>();
    for (ObjectMarkers.Iterator marker : markers.iterators()) {
      MapDefinition map = map(gadget, loader, marker.map(), HASHES);
      RecordLayout layout = RecordLayout.of(loader.btf(), marker, map.keySize());
      int bytes = map.keySize() + map.valueSize();
      sources.add(new MapIterator(readers.reader(marker.dataSource(), layout, bytes), map));
    }
    for (ObjectMarkers.Tracer marker : markers.tracers()) {
      map(gadget, loader, marker.map(), RINGS);
      RecordLayout layout = RecordLayout.of(loader.btf(), marker);
      int bytes = loader.btf().size(marker.type());
      sources.add(new Tracer(readers.reader(marker.dataSource(), layout, bytes), marker.map()));
    }
    List<String> names = sources.stream().map(each -> each.dataSource().name()).toList();
    readers.warnOfStrangers(names);
    return new ObjectProbe(gadget, loader, sources, HostSampler.ofProcesses(), readers.enricher());
  }

  private static MapDefinition map(
      Gadget gadget, BpfObjectLoader loader, String map, Set<MapType> types) {
    MapDefinition definition = loader.maps().get(map);
    if (definition == null || !types.contains(definition.type())) {
      throw new RunException(
          "gadget "
              + gadget.name()
              + ": map "
              + map
              + " is none of "
              + types
              + ", as its data source needs");
    }
    return definition;
  }

  @Override
  public List<DataSource> dataSources() {
    return sources.stream().map(ObjectSource::dataSource).toList();
  }

  @Override
  public void start() throws IOException {
    processes.start();
    BpfObject loaded = loader.load();
    object = loaded;
    stacks = StackMaps.of(loaded, symbols);
    for (ObjectSource source : sources) {
      source.open(loaded);
    }
    for (BpfProgram program : loaded.programs().values()) {
      attachment.attach(program);
    }
  }

  @Override
  public RecordBatch collect(DataSource dataSource, long startUnixNanos, long endUnixNanos)
      throws IOException {
    for (ObjectSource source : sources) {
      if (source.dataSource() == dataSource && stacks != null) {
        stacks.startFetch(processes.processes());
        RecordBatch batch = source.fetch(stacks, startUnixNanos, endUnixNanos);
        stacks.endFetch(sources.size());
        return batch;
      }
    }
    throw new IllegalStateException("gadget " + gadget.name() + " is not started");
  }

  @Override
  public void stop() {
    attachment.close();
  }

  @Override
  public Map<String, Long> lost() {
    Map<String, Long> lost = new TreeMap<>();
    if (stacks != null) {
      lost.putAll(stacks.missing());
    }
    long malformed = 0;
    for (ObjectSource source : sources) {
      malformed += source instanceof Tracer tracer ? tracer.malformed() : 0;
    }
    if (malformed > 0) {
      lost.put("record_too_short", malformed);
    }
    return lost;
  }

  @Override
  public String remarks() {
    return "";
  }

  @Override
  public void report(MetricSink sink) {
    processes.report(sink);
    enricher.report(sink);
  }

  @Override
  public void close() {
    attachment.close();
    sources.forEach(ObjectSource::close);
    if (object != null) {
      object.close();
      object = null;
    }
    processes.close();
  }
}
