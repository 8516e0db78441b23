package dev.plumbline.jvm;

import dev.plumbline.kernel.unwind.HotSpotLayout.CodeHeap;
import dev.plumbline.profile.Frame;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A program that reads all code of a JVM again and again, each time as another JVM, and keeps them
 * all, as a host with many JVMs makes us do: {@code ManyJvms PID JVMS}. Says how many names the
 * first one has in the end.
 */
final class ManyJvms {
  private static final long EXACT = 4L << 60;
  private static final long STEP_BYTES = 512;
  private static final long MAX_HEAP_BYTES = 1 << 20;

  private ManyJvms() {}

  public static void main(String[] arguments) throws Exception {
    int pid = Integer.parseInt(arguments[0]);
    List<HotSpotProcess> jvms = new ArrayList<>();
    for (int i = 0; i < Integer.parseInt(arguments[1]); i++) {
      HotSpotProcess jvm = HotSpotProcess.attach(pid);
      names(jvm);
      jvm.startRound(); // whoever names words does so once a second
      jvms.add(jvm);
    }
    System.out.println(names(jvms.get(0)).size());
  }

  private static Set<String> names(HotSpotProcess jvm) {
    Set<String> names = new HashSet<>();
    for (CodeHeap heap : jvm.layout().heaps()) {
      long end = Math.min(heap.high(), heap.low() + MAX_HEAP_BYTES);
      long unreadable = jvm.unresolved(Unresolved.UNREADABLE);
      for (long pc = heap.low(); pc < end; pc += STEP_BYTES) {
        for (Frame frame : jvm.frames(pc | EXACT, 0, System.nanoTime())) {
          names.add(frame.functionName());
        }
        if (jvm.unresolved(Unresolved.UNREADABLE) > unreadable) {
          break; // the heap has not grown farther
        }
      }
    }
    return names;
  }
}
