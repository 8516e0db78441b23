package dev.plumbline.symbol.demangle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.plumbline.kernel.elf.ElfFile;
import dev.plumbline.kernel.elf.ElfSection;
import dev.plumbline.kernel.elf.ElfSymbol;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A program of our own, compiled with both schemes of names. */
class RustProgramTest {
  private static final String SOURCE =
      """
      trait Shape<const N: usize> { fn area(&self) -> u64; }
      struct Square<T>(T);
      struct Gen<const B: bool, const C: char, const I: i8>;
      impl<T: Into<u64> + Copy> Shape<3> for Square<T> {
          #[inline(never)] fn area(&self) -> u64 { let v: u64 = self.0.into(); v * v }
      }
      impl<const B: bool, const C: char, const I: i8> Gen<B, C, I> {
          #[inline(never)] fn show(&self, k: u64) -> u64 {
              std::hint::black_box(k) * C as u64 + I as i64 as u64 + B as u64
          }
      }
      mod inner { #[inline(never)] pub fn call(f: &dyn Fn(u64) -> u64) -> u64 { f(7) } }
      #[no_mangle] #[inline(never)] pub extern "C" fn _ZN(x: u64) -> u64 { x + 1 }
      #[no_mangle] #[inline(never)] pub extern "C" fn _RNv(x: u64) -> u64 { x + 2 }
      fn main() {
          let n = std::env::args().count() as u64;
          let shape: &dyn Shape<3> = &Square(n as u32);
          let sum = shape.area() + Gen::<true, 'x', -5>.show(n) + _ZN(n) + _RNv(n);
          println!("{}", sum + inner::call(std::hint::black_box(&|x| x + n)));
      }
      """;

  @TempDir Path directory;

  private Set<String> names(String scheme) throws Exception {
    Path source = Files.writeString(directory.resolve("chain.rs"), SOURCE);
    Path program = directory.resolve("chain-" + scheme);
    ProcessBuilder builder =
        new ProcessBuilder(
            rustc().toString(),
            "-O",
            "-Zunstable-options",
            "-Csymbol-mangling-version=" + scheme,
            "-o",
            program.toString(),
            source.toString());
    Map<String, String> environment = builder.environment();
    environment.put("RUSTC_BOOTSTRAP", "1"); // the stable compiler refuses the older scheme else
    assertThat(builder.inheritIO().start().waitFor()).isZero();
    ElfFile elf = ElfFile.open(program);
    ElfSection table = elf.section(".symtab");
    Set<String> names = new TreeSet<>();
    for (int i = 0; i < elf.symbolCount(table); i++) {
      ElfSymbol symbol = elf.symbol(table, i);
      if (symbol.type() == ElfSymbol.FUNCTION && symbol.isDefined()) {
        names.add(Demangler.demangle(symbol.name()).text());
      }
    }
    return names;
  }

  private static Path rustc() {
    Path home = Path.of(System.getProperty("user.home"), ".cargo/bin/rustc");
    Path rustc = Files.exists(home) ? home : Path.of("/usr/bin/rustc");
    assumeTrue(Files.exists(rustc), "rustc is absent");
    return rustc;
  }

  @Test
  void v0Names_areThoseOfTheSource() throws Exception {
    assertThat(names("v0"))
        .contains(
            "chain::main",
            "<chain::Square<u32> as chain::Shape<3>>::area",
            "<chain::Gen<true, 'x', -5>>::show",
            "chain::inner::call",
            "chain::main::{closure#0}",
            "_ZN",
            "_RNv")
        .noneMatch(name -> name.startsWith("_RN") && name.length() > 4);
  }

  @Test
  void legacyNames_areThoseOfTheSource() throws Exception {
    assertThat(names("legacy"))
        .contains(
            "chain::main",
            "<chain::Square<T> as chain::Shape<3_usize>>::area",
            "chain::inner::call",
            "chain::main::{{closure}}",
            "_ZN",
            "_RNv")
        .noneMatch(name -> name.contains("17h"));
  }
}
