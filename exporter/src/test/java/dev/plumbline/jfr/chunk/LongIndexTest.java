package dev.plumbline.jfr.chunk;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;

class LongIndexTest {
  @Property
  void get_answersAsAMapDoes(@ForAll @Size(max = 500) List<Long> keys, @ForAll long absent) {
    LongIndex index = new LongIndex();
    Map<Long, Integer> model = new HashMap<>();
    for (Long key : keys) {
      if (model.putIfAbsent(key, model.size()) == null) {
        index.put(key, model.get(key));
      }
    }
    model.forEach((key, value) -> assertThat(index.get(key)).isEqualTo(value));
    assertThat(index.get(absent)).isEqualTo(model.getOrDefault(absent, LongIndex.ABSENT));
    assertThat(index.size()).isEqualTo(model.size());
  }
}
