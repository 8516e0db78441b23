package dev.plumbline.kernel;

import dev.plumbline.kernel.ObjectFile.Function;
import dev.plumbline.kernel.btf.Btf;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Prepares a BPF object and loads it with nothing but bpf(2): constants are set, maps resized or
 * shared, programs left out. Confined to one thread; used once.
 */
public final class BpfObjectLoader {
  private final ObjectFile object;
  private final DataSections data;
  private final Map<String, MapDefinitions.Declared> declared;
  private final Map<String, UnaryOperator<MapDefinition>> changes = new HashMap<>();
  private final Map<String, BpfMap> shared = new HashMap<>();
  private final Set<String> skipped = new HashSet<>();

  private BpfObjectLoader(ByteBuffer image, String name) throws IOException {
    this.object = new ObjectFile(image, name);
    this.data = new DataSections(object);
    this.declared = new MapDefinitions(object.btf()).read();
  }

  /** Reads an object that clang compiled with {@code -g}; {@code name} appears in messages. */
  public static BpfObjectLoader of(ByteBuffer image, String name) throws IOException {
    return new BpfObjectLoader(image, name);
  }

  /** Reads one of the objects that this module's build packed, such as {@code profile_cpu}. */
  public static BpfObjectLoader packed(String name) throws IOException {
    String file = name + ".bpf.o";
    try (InputStream in = BpfObjectLoader.class.getResourceAsStream("bpf/" + file)) {
      if (in == null) {
        throw new FileNotFoundException("no packed BPF object " + file);
      }
      return of(ByteBuffer.wrap(in.readAllBytes()), file);
    }
  }

  /** The object's types: record layouts, parameters, markers. */
  public Btf btf() {
    return object.btf();
  }

  /** Declared maps by name, without the changes asked for here. */
  public Map<String, MapDefinition> maps() {
    Map<String, MapDefinition> maps = new LinkedHashMap<>();
    declared.forEach((name, map) -> maps.put(name, map.definition()));
    return maps;
  }

  /** Sets an integer constant of {@code .rodata}. */
  public BpfObjectLoader constant(String name, long value) throws IOException {
    data.set(name, value);
    return this;
  }

  /** Sets a constant's bytes, such as a string's; the rest becomes zero. */
  public BpfObjectLoader constant(String name, byte[] value) throws IOException {
    data.set(name, value);
    return this;
  }

  /** The bytes of a constant as set so far, little-endian. */
  public ByteBuffer constant(String name) throws IOException {
    return data.get(name).asReadOnlyBuffer().order(ByteOrder.LITTLE_ENDIAN);
  }

  /** Changes a map's definition before it is created. */
  public BpfObjectLoader change(String map, UnaryOperator<MapDefinition> change) {
    requireMap(map);
    changes.put(map, change);
    return this;
  }

  /** Uses an existing map instead of creating one; it stays its owner's. */
  public BpfObjectLoader share(String map, BpfMap existing) {
    requireMap(map);
    shared.put(map, existing);
    return this;
  }

  private void requireMap(String map) {
    if (!declared.containsKey(map)) {
      throw new IllegalArgumentException(object.name() + " has no map " + map);
    }
  }

  /** Does not load a program. */
  public BpfObjectLoader skip(String program) {
    skipped.add(program);
    return this;
  }

  /** Creates the maps and loads the programs; on failure nothing stays open. */
  public BpfObject load() throws IOException {
    Map<String, BpfMap> owned = new LinkedHashMap<>();
    Map<String, BpfMap> data = Map.of();
    List<ProgramLoad> loads = new ArrayList<>();
    boolean isDone = false;
    try (ObjectTypes types = ObjectTypes.load(object)) {
      createMaps(owned);
      data = this.data.create();
      Map<String, BpfMap> all = new HashMap<>(owned);
      all.putAll(shared);
      for (Function function : object.programs()) {
        if (!skipped.contains(function.name())) {
          ProgramCode code = new ProgramCode(object, all, data, function);
          loads.add(ProgramLoad.of(object, function, code, types));
        }
      }
      loads.parallelStream().forEach(ProgramLoad::run); // the verifier takes long
      Map<String, BpfProgram> programs = new LinkedHashMap<>();
      for (ProgramLoad load : loads) {
        programs.put(load.name(), load.program());
      }
      isDone = true;
      return new BpfObject(object.name(), object.btf(), owned, shared, programs);
    } finally {
      data.values().forEach(BpfMap::close); // programs hold them
      if (!isDone) {
        owned.values().forEach(BpfMap::close);
        loads.forEach(ProgramLoad::close);
      }
    }
  }

  private void createMaps(Map<String, BpfMap> into) throws IOException {
    for (Map.Entry<String, MapDefinitions.Declared> entry : declared.entrySet()) {
      String name = entry.getKey();
      if (shared.containsKey(name)) {
        continue;
      }
      MapDefinition definition =
          changes.getOrDefault(name, UnaryOperator.identity()).apply(entry.getValue().definition());
      MapDefinition inner = entry.getValue().inner();
      try (@Nullable BpfMap template = inner == null ? null : BpfMap.create(inner)) {
        into.put(name, BpfMap.create(definition, template));
      }
    }
  }
}
