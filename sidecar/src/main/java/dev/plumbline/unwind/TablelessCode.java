package dev.plumbline.unwind;

import dev.plumbline.kernel.unwind.UnwindRow;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds the rows of code that neither has tables nor keeps frame pointers, as musl's library, by
 * following what each instruction does to the stack pointer (host report, section 4.5). Functions
 * begin where symbols and calls say; from there the depth is carried along the code and over its
 * jumps. A block that nothing leads to is either that of a jump through a table, which has the
 * depth of the jump, or a function that is only called through a pointer. What stays unknown is
 * guessed. Every instruction is followed once. Confined to one thread.
 */
final class TablelessCode {
  /** Less is not worth a look: what linkers and the start-up code add to each program. */
  static final int MIN_BYTES = 1 << 10;

  /** More is not looked at, for the memory that it takes: about four times as much. */
  static final int MAX_BYTES = 1 << 22;

  /** Most places whose depth is remembered. */
  private static final int MAX_DEPTHS = 1 << 17;

  /** Most depths that are kept to be used again; real code has some hundreds. */
  private static final int MAX_DISTINCT = 1 << 12;

  /** Most jumps through tables whose function is looked up. */
  private static final int MAX_TABLES = 1 << 14;

  private record Place(int position, StackDepth depth) {}

  private final CodeWindow code;
  private final int from;
  private final int end;
  private final Instruction instruction = new Instruction();
  private final BitSet starts;
  private final BitSet targets;
  private final BitSet taken;
  private final BitSet heads;
  private final BitSet visited;
  private final Map<Integer, StackDepth> depths = new HashMap<>();
  private final Map<StackDepth, StackDepth> distinct = new HashMap<>();
  private final ArrayDeque<Place> waiting = new ArrayDeque<>();

  /** At the jumps through a table, by the start of the function. */
  private final Map<Integer, StackDepth> tables = new HashMap<>();

  private int tableJumps;

  /**
   * Reads code.
   *
   * @param code all of which the window holds
   * @param symbols functions, as distances from its beginning
   */
  TablelessCode(CodeWindow code, BitSet symbols) {
    this.code = code;
    this.from = code.start();
    this.end = code.limit();
    CodePlaces places = CodePlaces.of(code, symbols);
    this.starts = places.starts();
    this.targets = places.targets();
    this.taken = places.taken();
    this.heads = places.heads();
    this.visited = new BitSet(end - from);
  }

  /** Adds all rows. */
  void addRows(RowList rows) throws RowLimitException {
    for (int at = starts.nextSetBit(0); at >= 0; at = starts.nextSetBit(at + 1)) {
      visit(from + at, StackDepth.ENTRY);
    }
    visitWaiting();
    assume(false); // what is learned by that may tell how deep it is where a jump leads to
    assume(true);
    StackDepth depth = null;
    for (int at = from; at < end; ) {
      boolean isRead = instruction.read(code, at, end);
      depth = isRead ? depthAt(at, depth) : null;
      addRow(at, depth, rows);
      int next = next(at, isRead);
      boolean goesOn = isRead && next == instruction.end() && !instruction.endsBlock();
      depth = depth == null || !goesOn ? null : behind(depth);
      at = next;
    }
  }

  private void addRow(int at, @Nullable StackDepth depth, RowList rows) throws RowLimitException {
    if (GapRules.isSignalReturn(code, at, end)) {
      rows.add(Math.max(from, at - 1), UnwindRow.signal()); // looked up by return address - 1
    } else if (depth != null && !instruction.isPadding()) {
      rows.add(at, depth.rule());
    } else if (depth == null || at == from) {
      rows.add(at, UnwindRow.guess());
    }
  }

  private @Nullable StackDepth depthAt(int at, @Nullable StackDepth before) {
    if (starts.get(at - from)) {
      return StackDepth.ENTRY;
    }
    boolean isHead = heads.get(at - from);
    StackDepth known = isHead || targets.get(at - from) ? depths.get(at) : null;
    return known != null || isHead ? known : before;
  }

  /**
   * The position behind the instruction, or the start of a function before it: then what was read
   * were no instructions. Where nothing was read, the next start.
   */
  private int next(int at, boolean isRead) {
    int start =
        isRead
            ? CodePlaces.startWithin(starts, at - from, instruction.end() - from)
            : starts.nextSetBit(at + 1 - from);
    if (start >= 0) {
      return from + start;
    }
    return isRead ? instruction.end() : end;
  }

  private void visitWaiting() {
    for (Place place = waiting.poll(); place != null; place = waiting.poll()) {
      visit(place.position, place.depth);
    }
  }

  /** Follows the code up to where it does not go on, or was followed before. */
  private void visit(int first, StackDepth depthThere) {
    StackDepth depth = depthThere;
    for (int at = first; at < end && !visited.get(at - from); at = instruction.end()) {
      boolean isOfAnother = at > first && (starts.get(at - from) || heads.get(at - from));
      if (isOfAnother) {
        return;
      }
      visited.set(at - from);
      if (!instruction.read(code, at, end) || next(at, true) < instruction.end()) {
        return;
      }
      depth = behind(depth);
      if (instruction.isJump()) {
        carry(depth);
      } else if (instruction.isTableJump() && tableJumps++ < MAX_TABLES) {
        tables.put(starts.previousSetBit(at - from), depth);
      }
      if (instruction.endsBlock()) {
        return;
      }
    }
  }

  private StackDepth behind(StackDepth depth) {
    StackDepth behind = depth.after(instruction);
    if (behind.equals(depth) || distinct.size() >= MAX_DISTINCT) {
      return behind;
    }
    StackDepth same = distinct.putIfAbsent(behind, behind);
    return same == null ? behind : same;
  }

  /** To where the instruction jumps. */
  private void carry(StackDepth depth) {
    long target = instruction.target();
    boolean isOpen = target >= from && target < end && !visited.get((int) target - from);
    if (isOpen && depths.size() < MAX_DEPTHS && depths.putIfAbsent((int) target, depth) == null) {
      waiting.add(new Place((int) target, depth));
    }
  }

  /** What nothing known leads to; that which something else jumps to only at last. */
  private void assume(boolean isOfTargets) {
    int function = 0;
    int next = starts.nextSetBit(1);
    for (int head = heads.nextSetBit(0); head >= 0; head = heads.nextSetBit(head + 1)) {
      while (next >= 0 && next <= head) {
        function = next;
        next = starts.nextSetBit(next + 1);
      }
      if (!visited.get(head) && (isOfTargets || !targets.get(head))) {
        StackDepth table = tables.get(function);
        if (table == null || isFunction(head)) {
          starts.set(head);
          function = head;
          visit(from + head, StackDepth.ENTRY);
        } else if (depths.size() < MAX_DEPTHS) {
          depths.put(from + head, table);
          visit(from + head, table);
        }
        visitWaiting();
      }
    }
  }

  private boolean isFunction(int head) {
    return taken.get(head)
        || (instruction.read(code, from + head, end) && CodePlaces.beginsFunction(instruction));
  }
}
