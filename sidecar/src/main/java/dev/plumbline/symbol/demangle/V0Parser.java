package dev.plumbline.symbol.demangle;

/**
 * What paths, types and constants of a Rust v0 name share: the cursor, identifiers, numbers, back
 * references, and output that can be silenced (Rust RFC 2603). Confined to one call.
 */
final class V0Parser {
  private static final int MAX_DEPTH = 300;

  final MangledText in;
  final V0Paths paths = new V0Paths(this);
  final V0Types types = new V0Types(this);
  final V0Constants constants = new V0Constants(this);

  private final NameWriter out = new NameWriter();
  private final int start;
  private int silenced;
  private int depth;

  /** A part of the name that begins at the cursor and writes itself. */
  interface Part {
    void write() throws DemanglingException;
  }

  V0Parser(String text, int start) {
    this.in = new MangledText(text, start);
    this.start = start;
  }

  void write(String text) throws DemanglingException {
    if (silenced == 0) {
      out.add(text);
    }
  }

  boolean isSilent() {
    return silenced > 0;
  }

  /** Reads without writing. */
  void silently(Part part) throws DemanglingException {
    silenced++;
    part.write();
    silenced--;
  }

  void nested(Part part) throws DemanglingException {
    if (++depth > MAX_DEPTH) {
      throw new DemanglingException();
    }
    part.write();
    depth--;
  }

  /** Writes parts with a separator up to {@code E}, and says how many there were. */
  int list(String separator, Part part) throws DemanglingException {
    int count = 0;
    while (!in.take('E')) {
      if (count++ > 0) {
        write(separator);
      }
      part.write();
    }
    return count;
  }

  /** {@code B} and a place before it, counted from behind the prefix. */
  void backReference(Part part) throws DemanglingException {
    int here = in.position();
    in.expect('B');
    long target = base62();
    if (target < 0 || target >= here - start) {
      throw new DemanglingException();
    }
    if (isSilent()) {
      return;
    }
    out.enter(); // every jump counts as a step, so that jumps into jumps end
    int back = in.position();
    in.moveTo(start + (int) target);
    nested(part);
    in.moveTo(back);
    out.leave();
  }

  /** A number in base 62 that ends in '_'. */
  long base62() throws DemanglingException {
    if (in.take('_')) {
      return 0;
    }
    long value = 0;
    while (!in.take('_')) {
      char c = in.next();
      int digit;
      if (MangledText.isDigit(c)) {
        digit = c - '0';
      } else if (c >= 'a' && c <= 'z') {
        digit = c - 'a' + 10;
      } else if (c >= 'A' && c <= 'Z') {
        digit = c - 'A' + 36;
      } else {
        throw new DemanglingException();
      }
      value = value * 62 + digit; // hashes fill 64 bits: the sign means nothing
    }
    return value + 1;
  }

  /** A number after a tag: 0 where the tag is absent, else one more than the number. */
  long tagged(char tag) throws DemanglingException {
    return in.take(tag) ? base62() + 1 : 0;
  }

  String identifier() throws DemanglingException {
    boolean isPunycode = in.take('u');
    int length = in.take('0') ? 0 : in.number(); // a zero ends there
    in.take('_');
    String text = in.take(length);
    return isPunycode ? Punycode.decode(text) : text;
  }

  @Override
  public String toString() {
    return out.toString();
  }
}
