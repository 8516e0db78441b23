package dev.plumbline.kernel.btf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.plumbline.kernel.TestObjects;
import dev.plumbline.kernel.elf.ElfFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class BtfTest {
  private static byte[] image() throws IOException {
    ElfFile object = ElfFile.of(TestObjects.image("features"), "features");
    ByteBuffer data = object.data(object.section(".BTF"));
    byte[] bytes = new byte[data.capacity()];
    data.get(0, bytes);
    return bytes;
  }

  private static Btf features() throws IOException {
    return Btf.of(ByteBuffer.wrap(image()));
  }

  @Test
  void struct_hasMembersWithOffsets() throws IOException {
    Btf btf = features();
    int point = btf.find("point", BtfKind.STRUCT);
    assertThat(btf.size(point)).isEqualTo(8);
    assertThat(btf.members(point))
        .extracting(BtfMember::name, BtfMember::offset)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple("x", 0),
            org.assertj.core.groups.Tuple.tuple("y", 4));
    assertThat(btf.offset("point", "y")).isEqualTo(4);
    assertThat(btf.offset("point", "z")).isEqualTo(-1);
    assertThat(btf.offset("nothing", "z")).isEqualTo(-1);
  }

  @Test
  void variables_haveTypes() throws IOException {
    Btf btf = features();
    int constants = btf.find(".rodata", BtfKind.DATA_SECTION);
    for (BtfMember variable : btf.members(constants)) {
      switch (variable.name()) {
        case "cfg_factor" -> assertThat(btf.isSigned(variable.type())).isFalse();
        case "cfg_small" -> {
          assertThat(btf.isSigned(variable.type())).isTrue();
          assertThat(btf.size(variable.type())).isEqualTo(2);
        }
        case "cfg_text" -> assertThat(btf.arrayLength(variable.type())).isEqualTo(8);
        default -> throw new AssertionError(variable.name());
      }
    }
  }

  @Test
  void kernel_hasTheFieldsWeUse() throws IOException {
    assumeThat(Files.isReadable(Btf.KERNEL)).as("kernel BTF is readable").isTrue();
    Btf kernel = Btf.read(Btf.KERNEL);
    assertThat(kernel.count()).isGreaterThan(10_000);
    int task = kernel.find("task_struct", BtfKind.STRUCT);
    assertThat(kernel.memberOffset(task, "group_leader"))
        .isPositive()
        .isLessThan(kernel.size(task));
    assertThat(kernel.memberOffset(task, "fsbase")).isEqualTo(-1);
    int thread = kernel.find("thread_struct", BtfKind.STRUCT);
    assertThat(kernel.memberOffset(thread, "fsbase")).isNotNegative();
  }

  @Test
  void otherBytes_areRefused() {
    assertThatThrownBy(() -> Btf.of(ByteBuffer.allocate(100)))
        .isInstanceOf(MalformedBtfException.class)
        .hasMessageStartingWith("no little-endian BTF");
  }

  private static void readAll(byte[] image) throws MalformedBtfException {
    Btf btf = Btf.of(ByteBuffer.wrap(image));
    for (int type = 0; type < btf.count(); type++) {
      BtfKind kind = btf.kind(type);
      btf.name(type);
      int resolved = btf.resolve(type);
      switch (btf.kind(resolved)) {
        case STRUCT, UNION -> {
          btf.members(resolved);
          btf.memberOffset(resolved, "no such member");
          btf.size(resolved);
        }
        case DATA_SECTION -> btf.members(resolved);
        case ARRAY -> btf.size(resolved);
        default -> assertThat(kind).isNotNull();
      }
    }
    btf.find("no such type", BtfKind.STRUCT);
  }

  @Property(tries = 2000)
  void changedBytes_areRefusedOrRead(
      @ForAll @Size(min = 1, max = 8) List<@IntRange(min = 0, max = 1_000_000) Integer> places,
      @ForAll @Size(8) List<Byte> values)
      throws IOException {
    byte[] image = image();
    for (int i = 0; i < places.size(); i++) {
      image[places.get(i) % image.length] = values.get(i);
    }
    try {
      readAll(image);
    } catch (MalformedBtfException e) {
      assertThat(e).hasMessageContaining("BTF");
    }
  }

  @Property(tries = 300)
  void truncatedImage_isRefused(@ForAll @IntRange(min = 0, max = 10_000) int length)
      throws IOException {
    byte[] image = image();
    byte[] cut = Arrays.copyOf(image, Math.min(length, image.length - 1));
    assertThatThrownBy(() -> readAll(cut)).isInstanceOf(MalformedBtfException.class);
  }
}
