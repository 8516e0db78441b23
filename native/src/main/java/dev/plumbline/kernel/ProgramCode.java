package dev.plumbline.kernel;

import dev.plumbline.kernel.ObjectFile.Function;
import dev.plumbline.kernel.ObjectFile.Relocation;
import dev.plumbline.kernel.elf.ElfSection;
import dev.plumbline.kernel.elf.ElfSymbol;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One program's instructions: its function, followed by every function that it calls, with maps,
 * variables and calls resolved. Confined to the loader.
 */
final class ProgramCode {
  /** Most instructions of one program; the kernel's own limit. */
  static final int MAX_INSTRUCTIONS = 1_000_000;

  private static final int OPCODE_CALL = 0x85;
  private static final int OPCODE_LOAD = 0x18;
  private static final int SOURCE_MAP = 1;
  private static final int SOURCE_VALUE = 2;
  private static final int SOURCE_CALL = 1;
  private static final int SOURCE_FUNCTION = 4;

  /** A function and the instruction of the program where it begins. */
  record Placed(Function function, int start) {}

  private final ObjectFile object;
  private final Map<String, BpfMap> maps;
  private final Map<String, BpfMap> data;
  private final List<Placed> functions = new ArrayList<>();
  private ByteBuffer code = ByteBuffer.allocate(0);

  ProgramCode(ObjectFile object, Map<String, BpfMap> maps, Map<String, BpfMap> data, Function main)
      throws IOException {
    this.object = object;
    this.maps = maps;
    this.data = data;
    place(main);
    for (int i = 0; i < functions.size(); i++) { // grows while calls are found
      resolve(functions.get(i));
    }
  }

  private Placed place(Function function) throws IOException {
    for (Placed placed : functions) {
      if (placed.function().equals(function)) {
        return placed;
      }
    }
    int start = code.capacity() / 8;
    if (start + function.size() / 8 > MAX_INSTRUCTIONS) {
      throw new ObjectFormatException(function.name() + ": more than 1000000 instructions");
    }
    ByteBuffer longer = ByteBuffer.allocate(code.capacity() + function.size());
    longer.order(ByteOrder.LITTLE_ENDIAN);
    longer.put(0, code, 0, code.capacity());
    ByteBuffer section = object.elf().data(function.section());
    longer.put(code.capacity(), section, function.start(), function.size());
    code = longer;
    Placed placed = new Placed(function, start);
    functions.add(placed);
    return placed;
  }

  private void resolve(Placed placed) throws IOException {
    Function function = placed.function();
    Map<Integer, Relocation> relocations = new HashMap<>();
    for (Relocation relocation : object.relocations(function.section())) {
      relocations.put(relocation.offset(), relocation);
    }
    for (int at = 0; at < function.size(); at += 8) {
      int instruction = placed.start() + at / 8;
      Relocation relocation = relocations.get(function.start() + at);
      int opcode = code.get(instruction * 8) & 0xff;
      if (relocation != null) {
        apply(relocation, instruction, opcode, function);
      } else if (opcode == OPCODE_CALL && source(instruction) == SOURCE_CALL) {
        long target = function.start() + at + 8 + immediate(instruction) * 8L;
        link(instruction, object.functionAt(function.section(), target));
      }
      if (opcode == OPCODE_LOAD) {
        at += 8; // takes two slots
      }
    }
  }

  private void apply(Relocation relocation, int instruction, int opcode, Function function)
      throws IOException {
    ElfSymbol symbol = relocation.symbol();
    ElfSection section = object.sectionOf(symbol);
    boolean isLoad = relocation.type() == Relocation.LOAD && opcode == OPCODE_LOAD;
    if (section == null) {
      throw new ObjectFormatException(
          function.name() + ": " + symbol.name() + " is not defined in the object");
    }
    BpfMap values = data.get(section.name());
    if (relocation.type() == Relocation.CALL && opcode == OPCODE_CALL) {
      long target = symbol.value() + (immediate(instruction) + 1) * 8L;
      link(instruction, object.functionAt(section, target));
    } else if (isLoad && section.name().equals(".maps")) {
      setSource(instruction, SOURCE_MAP);
      setImmediate(instruction, map(symbol, immediate(instruction)).fd());
    } else if (isLoad && values != null) {
      long offset = symbol.value() + immediate(instruction);
      setSource(instruction, SOURCE_VALUE);
      setImmediate(instruction, values.fd());
      setImmediate(instruction + 1, (int) offset);
    } else if (isLoad && section.isExecutable()) {
      Function target = object.functionAt(section, symbol.value() + immediate(instruction));
      setSource(instruction, SOURCE_FUNCTION);
      setImmediate(instruction, place(target).start() - instruction - 1);
    } else {
      throw new ObjectFormatException(
          function.name() + ": relocation " + relocation.type() + " against " + section.name());
    }
  }

  private BpfMap map(ElfSymbol symbol, int addend) throws IOException {
    ElfSymbol named =
        symbol.type() == ElfSymbol.SECTION
            ? object.symbolAt(symbol.sectionIndex(), addend)
            : symbol;
    @Nullable BpfMap map = named == null ? null : maps.get(named.name());
    if (map == null) {
      throw new ObjectFormatException(object.name() + ": no map for symbol " + symbol.name());
    }
    return map;
  }

  private void link(int instruction, Function target) throws IOException {
    int start = place(target).start();
    setSource(instruction, SOURCE_CALL);
    setImmediate(instruction, start - instruction - 1);
  }

  private int source(int instruction) {
    return code.get(instruction * 8 + 1) >> 4 & 15;
  }

  private void setSource(int instruction, int source) {
    int at = instruction * 8 + 1;
    code.put(at, (byte) ((code.get(at) & 0x0f) | source << 4));
  }

  private int immediate(int instruction) {
    return code.getInt(instruction * 8 + 4);
  }

  private void setImmediate(int instruction, int value) throws ObjectFormatException {
    if (instruction * 8 + 8 > code.capacity()) {
      throw new ObjectFormatException(object.name() + ": a 64-bit load is cut off");
    }
    code.putInt(instruction * 8 + 4, value);
  }

  /** The functions in the order of their instructions; the program itself first. */
  List<Placed> functions() {
    return functions;
  }

  /** All instructions, eight bytes each, off the heap. */
  ByteBuffer instructions() {
    ByteBuffer direct = BpfSystemCall.buffer(code.capacity());
    direct.put(0, code, 0, code.capacity());
    return direct;
  }
}
