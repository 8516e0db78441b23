package dev.plumbline.otlp;

import dev.plumbline.profile.Attribute;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The attributes of samples, profiles, locations and mappings of a window: key and unit as strings
 * of the string table, the value inline; each once, from index 1 on. Takes only attributes that
 * {@link AttributeRules} let through. Confined to the encoder's thread.
 */
final class AttributeTable {
  private final StringTable strings;
  private final Interner<Attribute> indexes = new Interner<>(64);
  private final List<Attribute> attributes = new ArrayList<>();
  private int[] keys = new int[64];
  private int[] units = new int[64];

  AttributeTable(StringTable strings) {
    this.strings = strings;
  }

  int intern(Attribute attribute) {
    int known = indexes.find(attribute);
    if (known != Interner.ABSENT) {
      return known;
    }
    attributes.add(attribute);
    int index = attributes.size();
    if (index == keys.length) {
      keys = Arrays.copyOf(keys, index * 2);
      units = Arrays.copyOf(units, index * 2);
    }
    keys[index] = strings.intern(attribute.key());
    units[index] = strings.intern(attribute.unit());
    indexes.put(attribute, index);
    return index;
  }

  /** Key, as an index into the string table. */
  int key(int index) {
    return keys[index];
  }

  /** Unit, as an index into the string table; 0 for none. */
  int unit(int index) {
    return units[index];
  }

  Object value(int index) {
    return attributes.get(index - 1).value();
  }

  int count() {
    return attributes.size();
  }
}
