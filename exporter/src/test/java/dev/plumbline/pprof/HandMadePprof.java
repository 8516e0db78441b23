package dev.plumbline.pprof;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.plumbline.wire.ReverseWriter;

/** Pprof messages with any ids in any order, from the last one to the first. */
public final class HandMadePprof {
  private final ReverseWriter out = new ReverseWriter(512);

  public HandMadePprof(String... strings) {
    for (int i = strings.length - 1; i >= 0; i--) {
      byte[] text = strings[i].getBytes(UTF_8);
      out.bytes(6, text, 0, text.length);
    }
  }

  /** A message of a number in field 1 and another one: a type, a mapping, a function. */
  public HandMadePprof entry(int field, long id, int other, int value) {
    int mark = out.size();
    out.varint(other, value);
    out.varint(1, id);
    out.message(field, mark);
    return this;
  }

  /**
   * @param function of its one line; 0 for none
   */
  public HandMadePprof location(long id, long mapping, long function) {
    int mark = out.size();
    if (function != 0) {
      int line = out.size();
      out.varint(1, function);
      out.message(4, line);
    }
    out.varint(2, mapping);
    out.varint(1, id);
    out.message(4, mark);
    return this;
  }

  public HandMadePprof sample(long value, long... locations) {
    int mark = out.size();
    out.varint(2, value);
    int packed = out.size();
    for (int i = locations.length - 1; i >= 0; i--) {
      out.rawVarint(locations[i]);
    }
    out.message(1, packed);
    out.message(2, mark);
    return this;
  }

  /** Each location as a field of its own, as writers of protobuf 2 have them. */
  public HandMadePprof unpackedSample(long value, long... locations) {
    int mark = out.size();
    out.varint(2, value);
    for (int i = locations.length - 1; i >= 0; i--) {
      out.varint(1, locations[i]);
    }
    out.message(2, mark);
    return this;
  }

  public byte[] toByteArray() {
    return out.toByteArray();
  }
}
