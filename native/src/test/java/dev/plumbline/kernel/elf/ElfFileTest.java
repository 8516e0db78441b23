package dev.plumbline.kernel.elf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ElfFileTest {
  static byte[] sample() {
    byte[] names = "\0main\0leaf\0data\0".getBytes(StandardCharsets.US_ASCII);
    byte[] symbols =
        ElfImage.join(
            new byte[24],
            ElfImage.symbol(6, ElfSymbol.FUNCTION, 1, 0x401040, 16),
            ElfImage.symbol(1, ElfSymbol.FUNCTION, 1, 0x401000, 64),
            ElfImage.symbol(11, ElfSymbol.OBJECT, 1, 0x401020, 8),
            ElfImage.symbol(1, ElfSymbol.FUNCTION, 0, 0, 0));
    return new ElfImage()
        .section(".text", ElfSection.PROGBITS, 0x401000, new byte[] {1, 2, 3, 4}, 0)
        .section(".strtab", 3, 0, names, 0)
        .section(".symtab", ElfSection.SYMTAB, 0, symbols, 2)
        .buildId(new byte[] {(byte) 0xab, 1, 0x7f})
        .write();
  }

  private static ElfFile read(byte[] image) throws MalformedElfException {
    return ElfFile.of(ByteBuffer.wrap(image), "sample");
  }

  @Test
  void headers_areRead() throws IOException {
    ElfFile file = read(sample());
    assertThat(file.machine()).isEqualTo(62);
    assertThat(file.type()).isEqualTo(3);
    assertThat(file.buildId()).isEqualTo("ab017f");
    assertThat(file.sections()).extracting(ElfSection::name).contains(".text", ".symtab");
    assertThat(file.segments()).filteredOn(ElfSegment::isCode).hasSize(1);
    assertThat(file.data(file.section(".text")).get(2)).isEqualTo((byte) 3);
    assertThat(file.section(".missing")).isNull();
  }

  @Test
  void addresses_areTranslatedBySegments() throws IOException {
    ElfFile file = read(sample());
    assertThat(file.fileOffset(0x401010)).isEqualTo(0x10);
    assertThat(file.fileOffset(0x500000)).isEqualTo(-1);
    assertThat(file.fileOffset(-1)).isEqualTo(-1);
  }

  @Test
  void symbols_areReadAndFoundByName() throws IOException {
    ElfFile file = read(sample());
    ElfSection table = file.section(".symtab");
    assertThat(file.symbolCount(table)).isEqualTo(5);
    ElfSymbol leaf = file.symbol(table, 1);
    assertThat(leaf.name()).isEqualTo("leaf");
    assertThat(leaf.value()).isEqualTo(0x401040);
    assertThat(leaf.size()).isEqualTo(16);
    assertThat(file.symbol(table, 3).type()).isEqualTo(ElfSymbol.OBJECT);
    assertThat(file.symbol(table, 4).isDefined()).isFalse();
    assertThatThrownBy(() -> file.symbol(table, 5)).hasMessageContaining("symbol 5");
  }

  @Test
  void notElf_isRefused() {
    assertThatThrownBy(() -> read(new byte[100])).hasMessage("sample: is no ELF file");
    assertThatThrownBy(() -> read(new byte[3])).hasMessage("sample: is no ELF file");
  }

  @Test
  void otherClass_isRefusedWithWhatItIs() {
    byte[] image = sample();
    image[4] = 1;
    assertThatThrownBy(() -> read(image))
        .isInstanceOf(MalformedElfException.class)
        .hasMessage("sample: class 1 and byte order 1, expected 64 bits, little-endian");
  }

  @Test
  void libjvm_isReadThroughTheMapping() throws IOException {
    Path libjvm = Path.of(System.getProperty("java.home"), "lib", "server", "libjvm.so");
    ElfFile file = ElfFile.open(libjvm);
    ElfSection exported = file.section(".dynsym");
    assertThat(file.symbolCount(exported)).isGreaterThan(50);
    assertThat(file.buildId()).matches("[0-9a-f]{40}");
    boolean isFound = false;
    for (int i = 0; i < file.symbolCount(exported) && !isFound; i++) {
      isFound = file.symbol(exported, i).name().equals("JNI_CreateJavaVM");
    }
    assertThat(isFound).isTrue();
  }
}
