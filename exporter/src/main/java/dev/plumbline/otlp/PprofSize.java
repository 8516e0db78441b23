package dev.plumbline.otlp;

import com.google.protobuf.CodedOutputStream;
import dev.plumbline.wire.WireText;

/**
 * An upper bound of what a profile becomes when a receiver turns it into pprof of its own: every
 * sample lists its locations again, labels are pairs of strings, and the tables hold what this
 * profile uses. The sizes are those of the messages of §3.1 of the OTLP study with the longest
 * possible numbers. Confined to the encoder's thread.
 */
final class PprofSize {
  /** Tag and the longest 32-bit number. */
  private static final int REFERENCE = 1 + 5;

  /** Tag and the longest 64-bit number. */
  private static final int NUMBER = 1 + 10;

  /** Tag and length of a message or a string. */
  private static final int START = 1 + 4;

  /** Types, times, period, default type and their strings. */
  private static final int HEAD = 1_024;

  /** Message, list of locations without its elements, one value. */
  private static final int SAMPLE = START + START + 2 + NUMBER;

  private static final int LABEL = START + 2 * REFERENCE;

  /** Labels for trace and span: each its string of hexadecimal digits. */
  private static final int LINK = 2 * LABEL + START + 32 + START + 16;

  private static final int LOCATION = START + 2 * REFERENCE + NUMBER;
  private static final int LINE = START + 2 * REFERENCE;
  private static final int FUNCTION = START + 4 * REFERENCE;
  private static final int MAPPING = START + 3 * REFERENCE + 3 * NUMBER + 4 * 2;

  private final WindowDictionary window;
  private final Numbering locations;
  private final Numbering functions;
  private final Numbering mappings;
  private final Numbering strings;
  private final Numbering attributes;
  private final int locationIdSize;
  private long bytes = HEAD;
  private long tablesBound = -1;

  PprofSize(WindowDictionary window) {
    this.window = window;
    this.locations = new Numbering(window.locations.count());
    this.functions = new Numbering(window.functions.count());
    this.mappings = new Numbering(window.mappings.count());
    this.strings = new Numbering(window.strings.count());
    this.attributes = new Numbering(window.attributes.count());
    this.locationIdSize = CodedOutputStream.computeUInt32SizeNoTag(window.locations.count());
  }

  /** A quick bound: the profile's samples, and the tables as if it used all of the window's. */
  long bound(ProfilePlan plan) {
    if (tablesBound < 0) {
      tablesBound = allTables();
    }
    long bound = HEAD + tablesBound;
    for (int identity : plan.identities) {
      bound += sample(identity);
    }
    return bound;
  }

  /** Starts a profile of no samples. */
  void clear() {
    locations.clear();
    functions.clear();
    mappings.clear();
    strings.clear();
    attributes.clear();
    bytes = HEAD;
  }

  /** Adds a sample and what the tables need for it. */
  void add(int identity) {
    bytes += sample(identity);
    int stack = window.stackOf(identity);
    for (int i = 0; i < window.stacks.length(stack); i++) {
      location(window.stacks.get(stack, i));
    }
    int list = window.attributeListOf(identity);
    for (int i = 0; list != 0 && i < window.attributeLists.length(list); i++) {
      attribute(window.attributeLists.get(list, i));
    }
  }

  /** The bound for what was added. */
  long bytes() {
    return bytes;
  }

  private int sample(int identity) {
    int list = window.attributeListOf(identity);
    int labels = list == 0 ? 0 : window.attributeLists.length(list);
    return SAMPLE
        + locationIdSize * window.stacks.length(window.stackOf(identity))
        + LABEL * labels
        + (window.linkOf(identity) == 0 ? 0 : LINK);
  }

  private long allTables() {
    clear();
    for (int location = 1; location <= window.locations.count(); location++) {
      location(location);
    }
    for (int attribute = 1; attribute <= window.attributes.count(); attribute++) {
      attribute(attribute);
    }
    long all = bytes - HEAD;
    clear();
    return all;
  }

  private void location(int index) {
    if (locations.local(index) != 0) {
      return;
    }
    locations.add(index);
    bytes += LOCATION;
    mapping(window.locations.get(index, 0));
    for (int i = 4; i < window.locations.length(index); i += 2) {
      bytes += LINE;
      function(window.locations.get(index, i));
    }
  }

  private void function(int index) {
    if (functions.local(index) == 0) {
      functions.add(index);
      bytes += FUNCTION;
      for (int i = 0; i < 3; i++) {
        string(window.functions.get(index, i));
      }
    }
  }

  private void mapping(int index) {
    if (index != 0 && mappings.local(index) == 0) {
      mappings.add(index);
      bytes += MAPPING;
      string(window.mappings.get(index, 6));
      for (int i = 7; i < window.mappings.length(index); i++) {
        attribute(window.mappings.get(index, i));
      }
    }
  }

  private void attribute(int index) {
    if (attributes.local(index) == 0) {
      attributes.add(index);
      string(window.attributes.key(index));
      string(window.attributes.unit(index));
      // A number becomes its digits; no other value is longer as text than on the wire.
      bytes += START + 20 + AnyValueFormat.size(window.attributes.value(index));
    }
  }

  private void string(int index) {
    if (index != 0 && strings.local(index) == 0) {
      strings.add(index);
      bytes += START + WireText.utf8Length(window.strings.get(index));
    }
  }
}
