package dev.plumbline.otlp;

/**
 * The dictionary of one request: the entries of the window's tables that the request needs, and
 * only these, numbered in the order in which they were needed first. Its size is known at any time.
 * Confined to the encoder's thread.
 */
final class RequestDictionary {
  final WindowDictionary window;
  final LinkZero linkZero;

  final Numbering strings;
  final Numbering attributes;
  final Numbering functions;
  final Numbering mappings;
  final Numbering locations;
  final Numbering stacks;
  final Numbering links;

  private int size;

  RequestDictionary(WindowDictionary window, LinkZero linkZero) {
    this.window = window;
    this.linkZero = linkZero;
    this.strings = new Numbering(window.strings.count());
    this.attributes = new Numbering(window.attributes.count());
    this.functions = new Numbering(window.functions.count());
    this.mappings = new Numbering(window.mappings.count());
    this.locations = new Numbering(window.locations.count());
    this.stacks = new Numbering(window.stacks.count());
    this.links = new Numbering(window.links.count());
    this.size = DictionaryFormat.zeroEntriesSize(linkZero);
  }

  /** Takes everything out again; costs as much as what is in it. */
  void clear() {
    strings.clear();
    attributes.clear();
    functions.clear();
    mappings.clear();
    locations.clear();
    stacks.clear();
    links.clear();
    size = DictionaryFormat.zeroEntriesSize(linkZero);
  }

  /** Bytes of the message {@code ProfilesDictionary} as it stands. */
  int size() {
    return size;
  }

  int string(int index) {
    if (index == 0) {
      return 0;
    }
    int local = strings.local(index);
    if (local == 0) {
      local = strings.add(index);
      size += DictionaryFormat.stringSize(this, local);
    }
    return local;
  }

  int attribute(int index) {
    int local = attributes.local(index);
    if (local == 0) {
      string(window.attributes.key(index));
      string(window.attributes.unit(index));
      local = attributes.add(index);
      size += DictionaryFormat.attributeSize(this, local);
    }
    return local;
  }

  /** Numbers the attributes of a list; 0 is the empty list. */
  void attributeList(int list) {
    for (int i = 0; list != 0 && i < window.attributeLists.length(list); i++) {
      attribute(window.attributeLists.get(list, i));
    }
  }

  int stack(int index) {
    int local = stacks.local(index);
    if (local == 0) {
      for (int i = 0; i < window.stacks.length(index); i++) {
        location(window.stacks.get(index, i));
      }
      local = stacks.add(index);
      size += DictionaryFormat.stackSize(this, local);
    }
    return local;
  }

  /** 0 for no link. */
  int link(int index) {
    if (index == 0) {
      return 0;
    }
    int local = links.local(index);
    if (local == 0) {
      local = links.add(index);
      size += DictionaryFormat.linkSize();
    }
    return local;
  }

  private void location(int index) {
    if (locations.local(index) != 0) {
      return;
    }
    mapping(window.locations.get(index, 0));
    for (int i = 4; i < window.locations.length(index); i += 2) {
      function(window.locations.get(index, i));
    }
    attribute(window.locations.get(index, 3));
    int local = locations.add(index);
    size += DictionaryFormat.locationSize(this, local);
  }

  private void function(int index) {
    if (functions.local(index) == 0) {
      for (int i = 0; i < 3; i++) {
        string(window.functions.get(index, i));
      }
      int local = functions.add(index);
      size += DictionaryFormat.functionSize(this, local);
    }
  }

  private void mapping(int index) {
    if (index == 0 || mappings.local(index) != 0) {
      return;
    }
    string(window.mappings.get(index, 6));
    for (int i = 7; i < window.mappings.length(index); i++) {
      attribute(window.mappings.get(index, i));
    }
    int local = mappings.add(index);
    size += DictionaryFormat.mappingSize(this, local);
  }
}
