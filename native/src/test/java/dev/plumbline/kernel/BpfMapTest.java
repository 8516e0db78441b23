package dev.plumbline.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

@RequiresBpf
class BpfMapTest {
  private static BpfMap hash(int maxEntries) throws IOException {
    return BpfMap.create(new MapDefinition("numbers", MapType.HASH, 4, 8, maxEntries, 0));
  }

  private static void fill(BpfMap map, int count) throws IOException {
    MapBatch batch = new MapBatch(map, count);
    for (int i = 0; i < count; i++) {
      batch.keys().putInt(i * 4, i);
      batch.values().putLong(i * 8, i * 10L);
    }
    batch.update(count);
  }

  private static Map<Integer, Long> drain(BpfMap map, int capacity) throws IOException {
    Map<Integer, Long> found = new TreeMap<>();
    int count =
        new MapBatch(map, capacity)
            .drain(
                (keys, key, values, value) -> found.put(keys.getInt(key), values.getLong(value)));
    assertThat(count).isEqualTo(found.size());
    return found;
  }

  @Test
  void typedMap_storesAndForgets() throws IOException {
    try (BpfMap map = hash(16)) {
      TypedMap<Integer, Long> typed = new TypedMap<>(map, TypedMap.U32, TypedMap.U64);
      assertThat(typed.get(5)).isNull();
      typed.put(5, -3L);
      assertThat(typed.get(5)).isEqualTo(-3L);
      assertThat(typed.remove(5)).isTrue();
      assertThat(typed.remove(5)).isFalse();
      assertThatThrownBy(() -> new TypedMap<>(map, TypedMap.U64, TypedMap.U64))
          .hasMessageContaining("keys of 4");
    }
  }

  @Test
  void drain_takesAllInBatches() throws IOException {
    try (BpfMap map = hash(4096)) {
      fill(map, 3000);
      Map<Integer, Long> found = drain(map, 100);
      assertThat(found).hasSize(3000).containsEntry(0, 0L).containsEntry(2999, 29_990L);
      assertThat(drain(map, 100)).isEmpty();
    }
  }

  @Test
  void drain_growsForAFullBucket() throws IOException {
    try (BpfMap map = hash(4096)) {
      fill(map, 4096);
      assertThat(drain(map, 1)).hasSize(4096);
    }
  }

  @Test
  void forEach_leavesTheElements() throws IOException {
    try (BpfMap map = hash(64)) {
      fill(map, 10);
      MapBatch batch = new MapBatch(map, 64);
      assertThat(batch.forEach((keys, key, values, value) -> {})).isEqualTo(10);
      assertThat(batch.isBatched()).isTrue();
      assertThat(drain(map, 64)).hasSize(10);
    }
  }

  /** Stack-trace maps have no batch operations on any kernel tried. */
  @Test
  void drain_withoutBatchOperations_takesOneByOne() throws IOException {
    MapDefinition stacks = new MapDefinition("stacks", MapType.STACK_TRACE, 4, 8 * 127, 64, 0);
    try (BpfMap map = BpfMap.create(stacks)) {
      MapBatch batch = new MapBatch(map, 8);
      assertThat(batch.drain((keys, key, values, value) -> {})).isZero();
      assertThat(batch.isBatched()).isFalse();
    }
  }

  @Test
  void drain_ofAnArray_setsElementsToZero() throws IOException {
    MapDefinition array = new MapDefinition("array", MapType.ARRAY, 4, 8, 3, 0);
    try (BpfMap map = BpfMap.create(array)) {
      fill(map, 3);
      assertThat(drain(map, 8)).containsEntry(2, 20L);
      assertThat(drain(map, 8)).containsEntry(2, 0L).hasSize(3);
    }
  }

  @Test
  void singleFallback_equalsBatch() throws IOException {
    try (BpfMap map = hash(256)) {
      fill(map, 200);
      int taken = 0;
      while (map.nextKey(true)) {
        assertThat(map.lookupAndDelete()).isTrue();
        assertThat(map.value().getLong(0)).isEqualTo(map.key().getInt(0) * 10L);
        taken++;
      }
      assertThat(taken).isEqualTo(200);
    }
  }

  @Test
  void perCpuArray_isSummed() throws IOException {
    MapDefinition definition = new MapDefinition("counts", MapType.PER_CPU_ARRAY, 4, 8, 2, 0);
    try (BpfMap map = BpfMap.create(definition)) {
      map.key().putInt(0, 1);
      for (int at = 0; at < map.valueBytes(); at += 8) {
        map.value().putLong(at, 5);
      }
      map.update();
      assertThat(map.sum(1)).isEqualTo(5L * OnlineCpus.possibleCount());
      assertThat(map.sum(0)).isZero();
    }
  }

  @Test
  void innerMaps_mayDifferInSize() throws IOException {
    MapDefinition inner =
        new MapDefinition("inner", MapType.ARRAY, 4, 16, 1, MapDefinition.INNER_MAP);
    MapDefinition outer = new MapDefinition("outer", MapType.ARRAY_OF_MAPS, 4, 4, 4, 0);
    try (BpfMap template = BpfMap.create(inner);
        BpfMap maps = BpfMap.create(outer, template);
        BpfMap large = BpfMap.create(inner.withMaxEntries(1000))) {
      maps.put(2, large);
      assertThat(maps.remove(2)).isTrue();
      assertThat(maps.remove(2)).isFalse();
    }
  }

  @Test
  void frozenMap_refusesUpdates() throws IOException {
    try (BpfMap map = hash(4)) {
      map.freeze();
      assertThatThrownBy(map::update)
          .isInstanceOfSatisfying(
              SystemCallException.class, e -> assertThat(e.isDenied()).isTrue());
    }
  }

  @Test
  void closedMap_isNotUsed() throws IOException {
    BpfMap map = hash(4);
    map.close();
    map.close();
    assertThatThrownBy(map::lookup).hasMessage("map numbers is closed");
  }

  @Test
  void create_refused_namesTheDefinition() {
    assertThatThrownBy(() -> BpfMap.create(new MapDefinition("bad", MapType.HASH, 0, 8, 1, 0)))
        .isInstanceOf(SystemCallException.class)
        .hasMessageStartingWith("create map MapDefinition[name=bad")
        .hasMessageEndingWith("EINVAL");
  }
}
