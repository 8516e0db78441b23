package dev.plumbline.kernel;

import dev.plumbline.kernel.ObjectFile.Function;
import dev.plumbline.kernel.btf.Btf;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Prepares a BPF object and loads it with nothing but bpf(2): constants are set, maps resized or
 * shared, programs left out. Confined to one thread; used once.
 */
public final class BpfObjectLoader {
  private static final int LOG_BYTES = (1 << 24) - 1; // the most that all kernels accept
  private static final int MAX_ATTEMPTS = 5;

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
    Map<String, BpfProgram> programs = new LinkedHashMap<>();
    boolean isDone = false;
    try (ObjectTypes types = ObjectTypes.load(object)) {
      createMaps(owned);
      data = this.data.create();
      Map<String, BpfMap> all = new HashMap<>(owned);
      all.putAll(shared);
      for (Function function : object.programs()) {
        if (!skipped.contains(function.name())) {
          ProgramCode code = new ProgramCode(object, all, data, function);
          programs.put(function.name(), loadProgram(function, code, types));
        }
      }
      isDone = true;
      return new BpfObject(object.name(), object.btf(), owned, shared, programs);
    } finally {
      data.values().forEach(BpfMap::close); // programs hold them
      if (!isDone) {
        owned.values().forEach(BpfMap::close);
        programs.values().forEach(BpfProgram::close);
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

  private BpfProgram loadProgram(Function function, ProgramCode code, ObjectTypes types)
      throws IOException {
    String section = function.section().name();
    ProgramKind kind = ProgramKind.ofSection(section);
    if (kind == null) {
      throw new ObjectFormatException(
          object.name()
              + ": program "
              + function.name()
              + " is in section "
              + section
              + ", which is not supported");
    }
    ByteBuffer instructions = code.instructions();
    ByteBuffer license = BpfSystemCall.buffer(128);
    license.put(0, object.license().getBytes(StandardCharsets.US_ASCII));
    ByteBuffer functions = types.functionInfo(code);
    ByteBuffer relocations = types.relocations(code);
    BpfSystemCall call =
        new BpfSystemCall()
            .putInt(0, kind.number())
            .putInt(4, instructions.capacity() / 8)
            .putLong(8, BpfSystemCall.addressOf(instructions))
            .putLong(16, BpfSystemCall.addressOf(license))
            .putName(48, function.name());
    if (functions.capacity() > 0) {
      call.putInt(72, types.fd())
          .putInt(76, 8)
          .putLong(80, BpfSystemCall.addressOf(functions))
          .putInt(88, functions.capacity() / 8);
    }
    if (relocations.capacity() > 0) {
      call.putInt(116, relocations.capacity() / 16)
          .putLong(128, BpfSystemCall.addressOf(relocations))
          .putInt(136, 16);
    }
    int size = relocations.capacity() > 0 ? 144 : 120;
    int fd;
    try {
      fd = verify(call, size, function.name());
    } finally { // the call holds addresses only
      Reference.reachabilityFence(instructions);
      Reference.reachabilityFence(license);
      Reference.reachabilityFence(functions);
      Reference.reachabilityFence(relocations);
    }
    return new BpfProgram(function.name(), kind, section, fd);
  }

  /** EAGAIN: a signal reached the verifier. A log costs time, so it is written on failure only. */
  private static int verify(BpfSystemCall call, int size, String program) throws VerifierException {
    int result = -Errno.EAGAIN;
    for (int i = 0; i < MAX_ATTEMPTS && result == -Errno.EAGAIN; i++) {
      result = call.call(BpfSystemCall.PROGRAM_LOAD, size);
    }
    if (result >= 0) {
      return result;
    }
    ByteBuffer log = BpfSystemCall.buffer(LOG_BYTES);
    call.putInt(24, 1).putInt(28, LOG_BYTES).putLong(32, BpfSystemCall.addressOf(log));
    int again = call.call(BpfSystemCall.PROGRAM_LOAD, size, log);
    if (again >= 0) {
      return again;
    }
    throw new VerifierException(program, -result, tail(log));
  }

  private static String tail(ByteBuffer log) {
    int end = 0;
    while (end < log.capacity() && log.get(end) != 0) {
      end++;
    }
    byte[] last = new byte[Math.min(end, BpfSystemCall.MAX_LOG_CHARS)];
    log.get(end - last.length, last);
    return new String(last, StandardCharsets.US_ASCII).strip();
  }
}
