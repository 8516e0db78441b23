package dev.plumbline.run;

import dev.plumbline.descriptor.AnnotationOverrides;
import dev.plumbline.descriptor.DescriptorException;
import dev.plumbline.gadget.DataSource;
import dev.plumbline.gadget.RecordBatch;
import dev.plumbline.kernel.BpfObject;
import dev.plumbline.kernel.BpfObjectLoader;
import dev.plumbline.kernel.BpfProgram;
import dev.plumbline.kernel.MapBatch;
import dev.plumbline.kernel.MapDefinition;
import dev.plumbline.kernel.MapType;
import dev.plumbline.kernel.unwind.SamplerOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A gadget of the user's: a descriptor and a BPF object that follows ig's conventions, with no Java
 * of its own. Confined to the run's thread.
 */
final class ObjectProbe implements GadgetProbe {
  private static final long MAX_OBJECT_BYTES = 16 << 20;

  private final Gadget gadget;
  private final BpfObjectLoader loader;
  private final List<MapIterator> iterators;
  private final StackSymbols symbols;
  private final ProcessEnricher enricher;
  private final HostSampler processes;
  private final Map<String, MapBatch> batches = new LinkedHashMap<>();
  private final ProgramAttachment attachment;
  private @Nullable BpfObject object;
  private @Nullable StackMaps stacks;

  private ObjectProbe(
      Gadget gadget,
      BpfObjectLoader loader,
      List<MapIterator> iterators,
      HostSampler processes,
      ProcessEnricher enricher) {
    this.gadget = gadget;
    this.loader = loader;
    this.iterators = List.copyOf(iterators);
    this.processes = processes;
    this.symbols = processes.symbols();
    this.enricher = enricher;
    this.attachment = new ProgramAttachment(gadget.descriptor());
  }

  /** Reads the object and checks it against descriptor and parameters; loads nothing yet. */
  static ObjectProbe create(
      Gadget gadget,
      Path file,
      RunSettings settings,
      Map<String, String> parameters,
      ProcessEnricher enricher,
      Consumer<String> warnings)
      throws IOException {
    if (Files.size(file) > MAX_OBJECT_BYTES) {
      throw new RunException("BPF object " + file + " is over " + MAX_OBJECT_BYTES + " bytes");
    }
    BpfObjectLoader loader =
        BpfObjectLoader.of(ByteBuffer.wrap(Files.readAllBytes(file)), file.toString());
    ObjectMarkers markers = ObjectMarkers.read(gadget.name(), loader.btf());
    ObjectParameters.set(loader, gadget.descriptor(), markers.parameters(), parameters);
    AnnotationOverrides overrides = settings.annotations();
    List<MapIterator> iterators = new ArrayList<>();
    for (ObjectMarkers.Iterator marker : markers.iterators()) {
      MapDefinition map = hash(gadget, loader, marker.map());
      RecordLayout layout = RecordLayout.of(loader.btf(), marker, map.keySize());
      DataSource probe = MapIterator.dataSource(marker.dataSource(), layout, enricher);
      DataSource annotated = annotate(gadget, probe, warnings);
      iterators.add(new MapIterator(overrides.over(annotated, warnings), map, layout, enricher));
    }
    List<String> names = iterators.stream().map(each -> each.dataSource().name()).toList();
    overrides.warnOfStrangers(names, warnings);
    return new ObjectProbe(
        gadget,
        loader,
        iterators,
        new HostSampler(SamplerOptions.builder().build(), 0, OptionalInt.empty()),
        enricher);
  }

  private static DataSource annotate(Gadget gadget, DataSource probe, Consumer<String> warnings) {
    try {
      return gadget.descriptor().annotate(probe, warnings);
    } catch (DescriptorException e) {
      throw new RunException(e.problems().get(0).toString(), e);
    }
  }

  private static MapDefinition hash(Gadget gadget, BpfObjectLoader loader, String map) {
    MapDefinition definition = loader.maps().get(map);
    if (definition == null
        || (definition.type() != MapType.HASH && definition.type() != MapType.LRU_HASH)) {
      throw new RunException(
          "gadget " + gadget.name() + ": map " + map + " is no hash, as a map iterator needs");
    }
    return definition;
  }

  @Override
  public List<DataSource> dataSources() {
    return iterators.stream().map(MapIterator::dataSource).toList();
  }

  @Override
  public void start() throws IOException {
    processes.start();
    BpfObject loaded = loader.load();
    object = loaded;
    stacks = StackMaps.of(loaded, symbols);
    for (MapIterator iterator : iterators) {
      batches.put(iterator.map(), MapIterator.batch(loaded.map(iterator.map())));
    }
    for (BpfProgram program : loaded.programs().values()) {
      attachment.attach(program);
    }
  }

  @Override
  public RecordBatch collect(DataSource dataSource, long startUnixNanos, long endUnixNanos)
      throws IOException {
    for (MapIterator iterator : iterators) {
      MapBatch batch = batches.get(iterator.map());
      if (iterator.dataSource() == dataSource && batch != null && stacks != null) {
        stacks.startFetch(processes.processes());
        return iterator.fetch(batch, stacks, enricher, startUnixNanos, endUnixNanos);
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
    return stacks == null ? Map.of() : stacks.missing();
  }

  @Override
  public String remark() {
    return "";
  }

  @Override
  public void close() {
    attachment.close();
    if (object != null) {
      object.close();
      object = null;
    }
    processes.close();
  }
}
