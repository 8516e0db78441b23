package dev.plumbline.kernel;

import dev.plumbline.kernel.btf.Btf;
import dev.plumbline.kernel.btf.BtfKind;
import dev.plumbline.kernel.elf.ElfSection;
import dev.plumbline.kernel.elf.ElfSymbol;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * An object's types, loaded into the kernel, and the records of {@code .BTF.ext} about a program.
 * Wanted for names in tools and for relocation by the kernel (5.17), not for running: a kernel that
 * refuses the types still loads programs without such relocations.
 */
final class ObjectTypes implements AutoCloseable {
  private static final int FUNCTION_INFO = 8;
  private static final int RELOCATIONS = 24;
  private static final int FUNCTION_INFO_BYTES = 8;
  private static final int RELOCATION_BYTES = 16;

  private final ObjectFile object;
  private final int fd;

  private ObjectTypes(ObjectFile object, int fd) {
    this.object = object;
    this.fd = fd;
  }

  static ObjectTypes load(ObjectFile object) throws IOException {
    ByteBuffer image = complete(object);
    int result =
        new BpfSystemCall()
            .putLong(0, BpfSystemCall.addressOf(image))
            .putInt(16, image.capacity())
            .call(BpfSystemCall.BTF_LOAD, 28, image);
    return new ObjectTypes(object, result);
  }

  boolean isLoaded() {
    return fd >= 0;
  }

  int fd() {
    return fd;
  }

  /** clang leaves sizes and offsets of data sections to the linker, the kernel wants them set. */
  private static ByteBuffer complete(ObjectFile object) throws IOException {
    ElfSection section = object.elf().section(".BTF");
    ByteBuffer source = object.elf().data(Objects.requireNonNull(section));
    ByteBuffer image = ByteBuffer.allocateDirect(source.capacity()).order(ByteOrder.LITTLE_ENDIAN);
    image.put(0, source, 0, source.capacity());
    Btf btf = object.btf();
    for (int type = 1; type < btf.count(); type++) {
      ElfSection data =
          btf.kind(type) == BtfKind.DATA_SECTION ? object.elf().section(btf.name(type)) : null;
      if (data == null) {
        continue;
      }
      int at = btf.imageOffset(type);
      image.putInt(at + 8, (int) data.size());
      for (int i = 0; i < btf.elementCount(type); i++) {
        int variable = image.getInt(at + 12 + 12 * i);
        ElfSymbol symbol = object.symbol(btf.name(variable));
        if (symbol != null) {
          image.putInt(at + 16 + 12 * i, (int) symbol.value());
        }
      }
    }
    return image;
  }

  /** Function records of a program, or an empty buffer when one of its functions has none. */
  ByteBuffer functionInfo(ProgramCode code) throws IOException {
    List<int[]> found = new ArrayList<>();
    for (ProgramCode.Placed placed : code.functions()) {
      for (int[] record : records(FUNCTION_INFO, placed.function().section().name(), 2)) {
        if (record[0] == placed.function().start()) {
          found.add(new int[] {placed.start(), record[1]});
        }
      }
    }
    boolean isComplete = isLoaded() && found.size() == code.functions().size();
    return pack(isComplete ? found : List.of(), FUNCTION_INFO_BYTES);
  }

  /** Relocation records of a program for the kernel. */
  ByteBuffer relocations(ProgramCode code) throws IOException {
    List<int[]> found = new ArrayList<>();
    for (ProgramCode.Placed placed : code.functions()) {
      int start = placed.function().start();
      for (int[] record : records(RELOCATIONS, placed.function().section().name(), 4)) {
        if (record[0] >= start && record[0] < start + placed.function().size()) {
          int[] moved = record.clone();
          moved[0] = record[0] - start + placed.start() * 8;
          found.add(moved);
        }
      }
    }
    if (!found.isEmpty() && !isLoaded()) {
      throw new ObjectFormatException(
          object.name()
              + ": needs relocation by the kernel, which refuses its types: "
              + Errno.name(-fd));
    }
    return pack(found, RELOCATION_BYTES);
  }

  private static ByteBuffer pack(List<int[]> records, int bytes) {
    ByteBuffer packed = ByteBuffer.allocateDirect(records.size() * bytes);
    packed.order(ByteOrder.LITTLE_ENDIAN);
    for (int[] record : records) {
      for (int word : record) {
        packed.putInt(word);
      }
    }
    return packed;
  }

  /** Records of one kind about one section: the first {@code words} words of each. */
  private List<int[]> records(int kind, String section, int words) throws IOException {
    List<int[]> found = new ArrayList<>();
    ElfSection extension = object.elf().section(".BTF.ext");
    if (extension == null) {
      return found;
    }
    ByteBuffer bytes = object.elf().data(extension);
    if (bytes.capacity() < 24 || bytes.getInt(4) < kind + 8 || bytes.getInt(4) > bytes.capacity()) {
      return found;
    }
    long at = bytes.getInt(4) + (bytes.getInt(kind) & 0xffffffffL);
    long end = at + (bytes.getInt(kind + 4) & 0xffffffffL);
    if (end > bytes.capacity() || at + 4 > end) {
      return found;
    }
    int recordBytes = bytes.getInt((int) at);
    at += 4;
    while (at + 8 <= end && recordBytes >= words * 4 && recordBytes <= 256) {
      boolean isWanted = object.btf().string(bytes.getInt((int) at)).equals(section);
      long count = bytes.getInt((int) at + 4) & 0xffffffffL;
      at += 8;
      for (long i = 0; i < count && at + recordBytes <= end; i++, at += recordBytes) {
        if (isWanted) {
          int[] record = new int[words];
          for (int w = 0; w < words; w++) {
            record[w] = bytes.getInt((int) at + w * 4);
          }
          found.add(record);
        }
      }
    }
    return found;
  }

  @Override
  public void close() {
    if (fd >= 0) {
      Libc.closeDescriptor(fd);
    }
  }
}
