package dev.plumbline.jvm;

import dev.plumbline.kernel.ProcessMemory;
import java.io.IOException;

/** The JVM that runs the tests, read as if it were another's. */
final class OwnJvm {
  static final int PID = (int) ProcessHandle.current().pid();

  private OwnJvm() {}

  static LibJvm library() throws IOException {
    LibJvm library = LibJvm.find(PID);
    if (library == null) {
      throw new IOException("no libjvm");
    }
    return library;
  }

  static MemoryReader memory() {
    return new ProcessMemory(PID)::read;
  }

  static HotSpotProcess attach(MemoryReader memory) throws IOException {
    return HotSpotProcess.attach(memory, library().file(), library().bias(), System::nanoTime);
  }
}
