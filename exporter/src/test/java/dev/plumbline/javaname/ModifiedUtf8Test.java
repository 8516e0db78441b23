package dev.plumbline.javaname;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.StringLength;

class ModifiedUtf8Test {
  @Property
  void decode_readsWhatTheJdkWrites(@ForAll @StringLength(max = 200) String text)
      throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    new DataOutputStream(bytes).writeUTF(text);
    byte[] written = bytes.toByteArray();
    assertThat(ModifiedUtf8.decode(Arrays.copyOfRange(written, 2, written.length))).isEqualTo(text);
  }

  @Property
  void decode_readsPlainUtf8(@ForAll @StringLength(max = 200) String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    assertThat(ModifiedUtf8.decode(utf8)).isEqualTo(new String(utf8, StandardCharsets.UTF_8));
  }

  @Property
  void decode_takesAnyBytes(@ForAll byte[] bytes) {
    assertThat(ModifiedUtf8.decode(bytes)).isNotNull();
  }
}
