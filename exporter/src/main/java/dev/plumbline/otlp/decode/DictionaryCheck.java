package dev.plumbline.otlp.decode;

import dev.plumbline.wire.InputException;

/** References from one table of a dictionary to another. Stateless. */
final class DictionaryCheck {
  private DictionaryCheck() {}

  static void check(OtlpDictionary dictionary) throws InputException {
    int attributes = Math.max(0, dictionary.attributes.size() - 1);
    for (int mapping = 1; mapping <= dictionary.mappingCount(); mapping++) {
      for (int i = 0; i < dictionary.mappingAttributeCount(mapping); i++) {
        int attribute = dictionary.mappings.get(mapping, OtlpDictionary.MAPPING_INTS + i);
        require(attribute, attributes, "mapping", mapping, "attribute");
      }
    }
    for (int location = 1; location <= dictionary.locationCount(); location++) {
      checkLocation(dictionary, location, attributes);
    }
  }

  private static void checkLocation(OtlpDictionary dictionary, int location, int attributes)
      throws InputException {
    int mapping = dictionary.locationMapping(location);
    require(mapping, dictionary.mappingCount(), "location", location, "mapping");
    for (int i = 0; i < dictionary.locationAttributeCount(location); i++) {
      int attribute = dictionary.locations.get(location, OtlpDictionary.LOCATION_INTS + i);
      require(attribute, attributes, "location", location, "attribute");
    }
    for (int line = 0; line < dictionary.lineCount(location); line++) {
      int function = dictionary.lineFunction(location, line);
      require(function, dictionary.functionCount(), "location", location, "function");
    }
  }

  static void require(int index, int largest, String from, int entry, String to)
      throws InputException {
    if (index > largest) {
      throw InputException.malformed(
          -1, from + " " + entry + " names " + to + " " + index + ", the largest is " + largest);
    }
  }
}
