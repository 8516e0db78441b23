package dev.plumbline.otlp;

import dev.plumbline.profile.Attribute;
import dev.plumbline.profile.Attributes;
import dev.plumbline.profile.BuildId;
import dev.plumbline.profile.FrameType;
import dev.plumbline.profile.Link;
import dev.plumbline.profile.Mapping;
import dev.plumbline.wire.IntTupleTable;
import dev.plumbline.wire.WireText;
import java.util.List;
import java.util.Locale;

/**
 * The tables of a whole window, before it is known how many requests it becomes. Values that are
 * equal on the wire have one index, whichever objects they came from; requests take subsets and
 * number them anew ({@link RequestDictionary}), which costs no hashing. Confined to the encoder's
 * thread.
 *
 * <p>Tuples:
 *
 * <pre>
 * function    name, system name, file                        strings
 * mapping     start, limit, file offset (two ints each, high first), file, attribute*
 * location    mapping, address (two ints), frame type attribute, (function, line)*
 * stack       location+                                      leaf first
 * link        trace id (four ints), span id (two ints)
 * attribute list   attribute*                                in the order of the keys
 * identity    stack, attribute list, link                    what makes two samples one
 * </pre>
 */
final class WindowDictionary {
  static final String FRAME_TYPE_KEY = "profile.frame.type";
  private static final String UNKNOWN = "unknown";
  private static final String UNKNOWN_FILE = "[unknown]";

  final StringTable strings = new StringTable();
  final AttributeTable attributes = new AttributeTable(strings);
  final IntTupleTable functions = new IntTupleTable(4096);
  final IntTupleTable mappings = new IntTupleTable(256);
  final IntTupleTable locations = new IntTupleTable(16_384);
  final IntTupleTable stacks = new IntTupleTable(65_536);
  final IntTupleTable links = new IntTupleTable(64);
  final IntTupleTable attributeLists = new IntTupleTable(256);
  final IntTupleTable identities = new IntTupleTable(16_384);

  private final Interner<Mapping> mappingsSeen = new Interner<>(16);
  private final Interner<FrameType> frameTypesSeen = new Interner<>(16);
  private int[] tuple = new int[16];

  int function(String name, String systemName, String fileName) {
    tuple[0] = strings.intern(name);
    tuple[1] = systemName.isEmpty() ? tuple[0] : strings.intern(systemName);
    tuple[2] = strings.intern(fileName);
    return functions.intern(tuple, 3);
  }

  /** 0 for {@link Mapping#NONE}. */
  int mapping(Mapping mapping) {
    if (mapping.equals(Mapping.NONE)) {
      return 0;
    }
    int known = mappingsSeen.find(mapping);
    if (known != Interner.ABSENT) {
      return known;
    }
    List<Attribute> kept = AttributeRules.ofEntry(mappingAttributes(mapping)).attributes();
    tuple = roomFor(7 + kept.size());
    putLong(0, mapping.start());
    putLong(2, mapping.limit());
    putLong(4, mapping.fileOffset());
    tuple[6] = strings.intern(mapping.fileName().isEmpty() ? UNKNOWN_FILE : mapping.fileName());
    for (int i = 0; i < kept.size(); i++) {
      tuple[7 + i] = attributes.intern(kept.get(i));
    }
    int index = mappings.intern(tuple, 7 + kept.size());
    mappingsSeen.put(mapping, index);
    return index;
  }

  /** The attribute that says what kind of frame a location is. */
  int frameType(FrameType type) {
    int known = frameTypesSeen.find(type);
    if (known != Interner.ABSENT) {
      return known;
    }
    String word = type.word().isEmpty() ? UNKNOWN : type.word();
    Attribute attribute =
        Attribute.of(FRAME_TYPE_KEY, WireText.wellFormed(word, WireText.MAX_VALUE_BYTES));
    int index = attributes.intern(attribute);
    frameTypesSeen.put(type, index);
    return index;
  }

  /** 0 for {@link Link#NONE}. */
  int link(Link link) {
    if (link.isNone()) {
      return 0;
    }
    putLong(0, link.traceIdHigh());
    putLong(2, link.traceIdLow());
    putLong(4, link.spanId());
    return links.intern(tuple, 6);
  }

  /** 0 for an empty list. */
  int attributeList(KeptAttributes kept) {
    if (kept.size() == 0) {
      return 0;
    }
    tuple = roomFor(kept.size());
    for (int i = 0; i < kept.size(); i++) {
      tuple[i] = attributes.intern(kept.attributes().get(i));
    }
    return attributeLists.intern(tuple, kept.size());
  }

  int identity(int stack, int attributeList, int link) {
    tuple[0] = stack;
    tuple[1] = attributeList;
    tuple[2] = link;
    return identities.intern(tuple, 3);
  }

  int stackOf(int identity) {
    return identities.get(identity, 0);
  }

  int attributeListOf(int identity) {
    return identities.get(identity, 1);
  }

  int linkOf(int identity) {
    return identities.get(identity, 2);
  }

  /** A long that stands in a tuple as two ints. */
  static long longAt(IntTupleTable table, int index, int position) {
    return ((long) table.get(index, position) << 32)
        | Integer.toUnsignedLong(table.get(index, position + 1));
  }

  private static Attributes mappingAttributes(Mapping mapping) {
    BuildId buildId = mapping.buildId();
    if (buildId == null) {
      return mapping.attributes();
    }
    boolean hexadecimal = buildId.scheme() != BuildId.Scheme.GO;
    String text = hexadecimal ? buildId.text().toLowerCase(Locale.ROOT) : buildId.text();
    return mapping.attributes().with(Attribute.of(buildId.scheme().attributeKey(), text));
  }

  private void putLong(int position, long value) {
    tuple[position] = (int) (value >>> 32);
    tuple[position + 1] = (int) value;
  }

  private int[] roomFor(int length) {
    return length <= tuple.length ? tuple : new int[length * 2];
  }
}
