package dev.plumbline.jvm;

import dev.plumbline.kernel.ProcessMemory;
import dev.plumbline.kernel.SystemCallException;
import java.nio.ByteBuffer;

/** Memory of a process, many places by one system call. Confined to one thread. */
final class TargetMemory implements MemoryReader {
  private final ProcessMemory memory;

  TargetMemory(int pid) {
    this.memory = new ProcessMemory(pid);
  }

  @Override
  public ByteBuffer read(long address, int length) throws SystemCallException {
    return memory.read(address, length);
  }

  @Override
  public int readAll(long[] addresses, int[] lengths, int count, ByteBuffer to)
      throws SystemCallException {
    int left = memory.readAll(addresses, lengths, count);
    to.put(memory.buffer().slice(0, left));
    int places = 0;
    while (places < count && left >= lengths[places]) {
      left -= lengths[places++];
    }
    return places;
  }
}
