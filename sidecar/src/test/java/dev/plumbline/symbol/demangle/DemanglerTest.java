package dev.plumbline.symbol.demangle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.symbol.demangle.DemangledName.Language;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DemanglerTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "_ZN12_GLOBAL__N_113single_threadEv | (anonymous namespace)::single_thread()",
        "_Z1fIiET_S0_ | int f<int>(int)",
        "_ZN1AC2ERKS_ | A::A(A const&)",
        "_ZN3FooIiED0Ev | Foo<int>::~Foo()",
        "_ZltRK1AS1_ | operator<(A const&, A const&)",
        "_ZlsILi1EEvi | void operator<< <1>(int)",
        "_ZNK1AcvbEv | A::operator bool() const",
        "_ZN1AcvT_IiEEv | A::operator int<int>()",
        "_ZNK1A1fEvR | _ZNK1A1fEvR",
        "_ZNKR1A1fEv | A::f() const &",
        "_Z4sortPFiPKvS0_E | sort(int (*)(void const*, void const*))",
        "_Z1gM1AKFviE | g(void (A::*)(int) const)",
        "_Z1hRA3_A4_i | h(int (&) [3][4])",
        "_ZZ4mainENKUlT_E_clIiEEDaS_ | auto main::{lambda(auto:1)#1}::operator()<int>(int) const",
        "_ZZ3runvENKUlvE0_clEv | run()::{lambda()#2}::operator()() const",
        "_ZZ3runiENKUlvE0_clEv | run(int)::{lambda()#2}::operator()() const",
        "_ZN1A1BUt_1fEv | A::B::{unnamed type#1}::f()",
        "_Z5printIJidEEvDpT_ | void print<int, double>(int, double)",
        "_Z5printIJEEvDpT_ | void print<>()",
        "_ZTV1A | vtable for A",
        "_Z3fooIiEPFvvEv | void (*foo<int>())()",
        "_Z3barIiEPFPFviEcEv | void (*(*bar<int>())(char))(int)",
        "_ZN1AcvSt4pairISaIcEiEEv | A::operator std::pair<std::allocator<char>, int>()",
        "_Z1gIZ1fIiEvT_EUlvE_EvS1_ | void g<f<int>(int)::{lambda()#1}>(f<int>(int)::{lambda()#1})",
        "_ZThn16_N1A1fEv | non-virtual thunk to A::f()",
        "_ZGVZ1fvE1x | guard variable for f()::x",
        "_Z1fv.cold | f() [clone .cold]",
        "_ZL1fi.isra.0.cold | f(int) [clone .isra.0] [clone .cold]",
        "_Z1fi.constprop.0 | f(int) [clone .constprop.0]",
        "_ZNSsC1Ev | std::basic_string<char, std::char_traits<char>, std::allocator<char> >"
            + "::basic_string()",
        "_Z1fB5cxx11v | f[abi:cxx11]()",
        "_Z1fIXadL_ZN1A1gEvEEEvv | void f<&A::g>()",
        "_Z1fIiEDTpltlT_Efp_EOS0_ | decltype (int{}+{parm#1}) f<int>(int&&)",
        "_Z1fILb1ELj5ELc97ELln3EEvv | void f<true, 5u, (char)97, -3l>()",
        "_ZSt4moveIRiEONSt16remove_referenceIT_E4typeEOS2_ | std::remove_reference<int&>::type&&"
            + " std::move<int&>(int&)",
      })
  void cppName_isWrittenAsByCxxfilt(String mangled, String expected) {
    assertThat(Demangler.demangle(mangled).text()).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "_ZN4core3fmt9Formatter3pad17h1c7b2a3d4e5f6071E | core::fmt::Formatter::pad",
        "_ZN3leg4main17h0123456789abcdefE.llvm.8435678901234567 | leg::main",
        "_ZN1a1b17h0123456789abcdefE.cold.1 | a::b.cold.1",
        "_ZN62_$LT$leg..Sq$LT$T$GT$$u20$as$u20$leg..Shape$LT$3_usize$GT$$GT$4area17h0123456789abcdefE"
            + " | <leg::Sq<T> as leg::Shape<3_usize>>::area",
        "_ZN1a28_$u7b$$u7b$closure$u7d$$u7d$17h0123456789abcdefE | a::{{closure}}",
        "_RNvC6_123foo3bar | 123foo::bar",
        "_RNvCs1234_7mycrate3foo | mycrate::foo",
        "_RNCNvCs1_7mycrate4main0 | mycrate::main::{closure#0}",
        "_RNCNvCs1_7mycrate4mains_0 | mycrate::main::{closure#1}",
        "_RINvCs1_1a3arrKj7_EB2_ | a::arr::<7>",
        "_RNvMCs1_1aINtB2_3GenKb1_Kc78_Kan5_E4show | <a::Gen<true, 'x', -5>>::show",
        "_RNvXCs1_1aNtB2_1SNtB2_1T1f | <a::S as a::T>::f",
        "_RINvCs1_1a1fRDNtB2_1Tp4ItemmEL_E | a::f::<&dyn a::T<Item = u32>>",
        "_RINvCs1_1a1fFG_RL0_eEBd_E | a::f::<for<'a> fn(&'a str) -> &'a str>",
        "_RINvCs1_1a1fTmEFUKCxEuQAhj3_E | a::f::<(u32,), unsafe extern \"C\" fn(i64),"
            + " &mut [u8; 3]>",
        "_RNvNtCs1_1au8dj_kia8a2vu | a::déjà::vu",
        "_RINvCs1_1a1fKRe68656c6c6f_E | a::f::<\"hello\">",
      })
  void rustName_isWrittenWithoutHashes(String mangled, String expected) {
    DemangledName name = Demangler.demangle(mangled);
    assertThat(name.text()).isEqualTo(expected);
    assertThat(name.language()).isEqualTo(Language.RUST);
  }

  @ParameterizedTest
  @ValueSource(strings = {"_Z", "_R", "_ZN", "_RNv", "main", "", "_start", "_Z1", "_ZNv", "_Z99x"})
  void nameOfC_staysAsItIs(String symbol) {
    DemangledName name = Demangler.demangle(symbol);
    assertThat(name.text()).isEqualTo(symbol);
    assertThat(name.language()).isEqualTo(Language.OTHER);
  }

  @Test
  void cppNameLikeLegacyRust_withoutHash_isCpp() {
    assertThat(Demangler.demangle("_ZN1a17haaaaaaaaaaaaaaaaEv"))
        .isEqualTo(new DemangledName("a::haaaaaaaaaaaaaaaa()", Language.CPP));
  }
}
