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
 * jumps. Of a block that nothing leads to, its way out tells the depth: a return, or a jump to what
 * is known. Else it is either that of a jump through a table, which has the depth of the jump, or a
 * function that is only called through a pointer. What stays unknown is guessed. Confined to one
 * thread.
 */
final class TablelessCode {
  /** Less is not worth a look. */
  static final int MIN_BYTES = 1 << 6;

  /** More is not looked at, for the memory that it takes: about four times as much. */
  static final int MAX_BYTES = 1 << 22;

  /** Most places whose depth is remembered. */
  private static final int MAX_DEPTHS = 1 << 17;

  /** Depths that are kept to be used again; real code has some hundreds. */
  private static final int KEPT = 1 << 8;

  /** Most instructions that are followed from a block to what tells its depth. */
  private static final int MAX_TRIAL = 64;

  /** Below which the depth of a block that is followed cannot get. */
  private static final int TRIAL = 1 << 16;

  /** Most jumps through tables whose function is looked up. */
  private static final int MAX_TABLES = 1 << 14;

  private record Place(int position, StackDepth depth) {}

  private final CodeWindow code;
  private final int from;
  private final int end;
  private final Instruction instruction = new Instruction();
  private final CodePlaces places;
  private final BitSet starts;
  private final BitSet targets;
  private final BitSet taken;
  private final BitSet heads;
  private final BitSet visited;
  private final Map<Integer, StackDepth> depths = new HashMap<>();
  private final @Nullable StackDepth[] kept = new StackDepth[KEPT];
  private final int entry;
  private final ArrayDeque<Place> waiting = new ArrayDeque<>();

  /** What is jumped to and lies behind a call, which may not return: the jump is surer. */
  private final ArrayDeque<Place> behindCalls = new ArrayDeque<>();

  private final BitSet isBehindCall;

  /** At the jumps through a table, by the start of the function. */
  private final Map<Integer, StackDepth> tables = new HashMap<>();

  private int tableJumps;

  /**
   * Reads code.
   *
   * @param code all of which the window holds
   * @param symbols functions, as distances from its beginning
   * @param entry position of the program's first instruction; anything else where it is elsewhere
   */
  TablelessCode(CodeWindow code, BitSet symbols, long entry) {
    this.code = code;
    this.from = code.start();
    this.end = code.limit();
    this.entry = entry >= from && entry < end ? (int) entry : -1;
    if (this.entry >= 0) {
      symbols.set(this.entry - from);
    }
    this.places = CodePlaces.of(code, symbols);
    this.starts = places.starts();
    this.targets = places.targets();
    this.taken = places.taken();
    this.heads = places.heads();
    this.visited = new BitSet(end - from);
    this.isBehindCall = new BitSet(end - from);
  }

  /** Adds all rows. */
  void addRows(RowList rows) throws RowLimitException {
    for (int at = starts.nextSetBit(0); at >= 0; at = starts.nextSetBit(at + 1)) {
      visit(from + at, atStart(from + at));
    }
    visitWaiting();
    // What is learned by one may tell how deep it is in the next.
    for (Trust trust : Trust.values()) {
      assume(trust);
    }
    StackDepth depth = null;
    for (int at = from; at < end; ) {
      boolean isRead = instruction.read(code, at, end);
      depth = isRead ? depthAt(at, depth) : null;
      addRow(at, depth, rows);
      int next = places.next(instruction, at, isRead);
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
      return atStart(at);
    }
    boolean isHead = heads.get(at - from);
    StackDepth known = isHead || targets.get(at - from) ? depths.get(at) : null;
    return known != null || isHead ? known : before;
  }

  private StackDepth atStart(int at) {
    return at == entry ? StackDepth.ROOT : StackDepth.ENTRY;
  }

  private void visitWaiting() {
    do {
      for (Place place = waiting.poll(); place != null; place = waiting.poll()) {
        visit(place.position, place.depth);
      }
      Place next = behindCalls.poll();
      if (next != null && !visited.get(next.position - from)) { // nothing else led there
        depths.put(next.position, next.depth);
        visit(next.position, next.depth);
      }
    } while (!waiting.isEmpty() || !behindCalls.isEmpty());
  }

  /** Follows the code up to where it does not go on, or was followed before. */
  private void visit(int first, StackDepth depthThere) {
    StackDepth depth = depthThere;
    boolean mayBeOver = false;
    for (int at = first; at < end && !visited.get(at - from); at = instruction.end()) {
      boolean isOfAnother = at > first && (starts.get(at - from) || heads.get(at - from));
      if (isOfAnother || (mayBeOver && waits(at, depth))) {
        return;
      }
      visited.set(at - from);
      if (targets.get(at - from) && depths.size() < MAX_DEPTHS) {
        depths.putIfAbsent(at, depth);
      }
      if (!instruction.read(code, at, end)
          || places.next(instruction, at, true) < instruction.end()) {
        return;
      }
      boolean isCall = instruction.isCall() || instruction.isCallThroughPointer();
      mayBeOver = isCall || (mayBeOver && instruction.isPadding());
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

  /** What is jumped to, behind a call: visited at last, with this depth if no jump comes there. */
  private boolean waits(int at, StackDepth depth) {
    if (!targets.get(at - from) || behindCalls.size() >= MAX_DEPTHS) {
      return false;
    }
    if (!isBehindCall.get(at - from)) {
      isBehindCall.set(at - from);
      behindCalls.add(new Place(at, depth));
    }
    return true;
  }

  /** No map keeps them: a file could be made whose depths have all the same hash. */
  private StackDepth behind(StackDepth depth) {
    StackDepth behind = depth.after(instruction);
    int mixed = behind.depth() * 31 + behind.frame() * 1021 + behind.saved() * 8191;
    int slot = ((mixed >>> 3) ^ (mixed >>> 15)) & (KEPT - 1);
    StackDepth same = kept[slot];
    if (same != null && same.isLike(behind)) {
      return same;
    }
    kept[slot] = behind;
    return behind;
  }

  /** To where the instruction jumps. */
  private void carry(StackDepth depth) {
    long target = instruction.target();
    boolean isOpen = target >= from && target < end && !visited.get((int) target - from);
    if (isOpen && depths.size() < MAX_DEPTHS && depths.putIfAbsent((int) target, depth) == null) {
      waiting.add(new Place((int) target, depth));
    }
  }

  /** What is believed of a block that nothing known leads to, the surest first. */
  private enum Trust {
    /** Its way out tells its depth, or it is a function by how it begins and where. */
    TOLD,
    /** The same, with what was learned by that. */
    TOLD_AGAIN,
    /** Of what nothing jumps to. */
    NO_TARGETS,
    ALL
  }

  private void assume(Trust trust) {
    int function = 0;
    int next = starts.nextSetBit(1);
    for (int head = heads.nextSetBit(0); head >= 0; head = heads.nextSetBit(head + 1)) {
      while (next >= 0 && next <= head) {
        function = next;
        next = starts.nextSetBit(next + 1);
      }
      if (visited.get(head)) {
        continue;
      }
      boolean isTarget = targets.get(head);
      boolean isGuessed = trust == Trust.ALL || (trust == Trust.NO_TARGETS && !isTarget);
      StackDepth told = told(from + head);
      StackDepth table = isGuessed ? tables.get(function) : null;
      StackDepth depth = told == null ? table : told;
      boolean isStart =
          told == null
              ? (isFunction(head) ? isGuessed || !isTarget : isGuessed && table == null)
              : !isTarget && told.depth() == StackDepth.ENTRY.depth();
      if (isStart) {
        starts.set(head);
        function = head;
        visit(from + head, StackDepth.ENTRY);
      } else if (depth != null && depths.size() < MAX_DEPTHS) {
        depths.put(from + head, depth);
        visit(from + head, depth);
      }
      visitWaiting();
    }
  }

  /**
   * What the way out of a block tells of its depth: a return, or a jump to where the depth is
   * known. Null where it tells nothing.
   */
  private @Nullable StackDepth told(int head) {
    StackDepth depth = new StackDepth(TRIAL, 0, 0, 0, false, false);
    int restored = 0;
    int at = head;
    for (int i = 0; i < MAX_TRIAL && instruction.read(code, at, end); i++) {
      if (instruction.isReturn()) {
        return depth.frame() > 0 ? null : below(depth.depth(), StackDepth.ENTRY, restored);
      }
      boolean isRestore =
          instruction.opcode() == 0x5d && instruction.opcodeRegister() == Instruction.BP;
      if (isRestore && depth.saved() == 0 && restored == 0) {
        restored = depth.depth();
      }
      depth = depth.after(instruction);
      if (depth.depth() == 0) {
        return null;
      }
      at = instruction.end();
      if (instruction.isJump()) {
        long target = instruction.target();
        StackDepth there = target >= from && target < end ? known((int) target) : null;
        if (there != null) {
          return there.depth() > 0 && !there.isRoot()
              ? below(depth.depth(), there, restored)
              : null;
        }
      }
      if (instruction.endsBlock()) {
        return null;
      }
    }
    return null;
  }

  private @Nullable StackDepth known(int at) {
    if (starts.get(at - from)) {
      return StackDepth.ENTRY;
    }
    return visited.get(at - from) ? depths.get(at) : null;
  }

  /** The depth from which that of the trial leads to a known one. */
  private static @Nullable StackDepth below(int trial, StackDepth there, int restored) {
    int depth = there.depth() + TRIAL - trial;
    int saved = restored == 0 ? there.saved() : TRIAL - restored - depth;
    boolean isPossible =
        depth >= StackDepth.ENTRY.depth()
            && UnwindRow.isEncodable(depth, saved)
            && saved <= 0
            && saved >= -depth;
    return isPossible ? new StackDepth(depth, there.frame(), saved, 0, false, false) : null;
  }

  private boolean isFunction(int head) {
    return taken.get(head)
        || (instruction.read(code, from + head, end) && CodePlaces.beginsFunction(instruction));
  }
}
