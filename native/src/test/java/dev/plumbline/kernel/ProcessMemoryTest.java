package dev.plumbline.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

/** Reading our own memory the way another process's is read. */
class ProcessMemoryTest {
  private final ProcessMemory memory = new ProcessMemory((int) ProcessHandle.current().pid());
  private final ByteBuffer target = BpfSystemCall.buffer(64);
  private final long address = BpfSystemCall.addressOf(target);

  @Test
  void places_comeOneBehindTheOther() throws SystemCallException {
    target.putLong(0, 11).putInt(32, 22).put(63, (byte) 33);
    long[] addresses = {address + 63, address, address + 32};
    assertThat(memory.readAll(addresses, new int[] {1, 8, 4}, 3)).isEqualTo(13);
    ByteBuffer read = memory.buffer();
    assertThat(read.get(0)).isEqualTo((byte) 33);
    assertThat(read.getLong(1)).isEqualTo(11);
    assertThat(read.getInt(9)).isEqualTo(22);
  }

  @Test
  void place_thatIsNotReadable_endsTheReading() throws SystemCallException {
    target.putLong(0, 11);
    long[] addresses = {address, 16, address};
    assertThat(memory.readAll(addresses, new int[] {8, 8, 8}, 3)).isEqualTo(8);
    assertThat(memory.buffer().getLong(0)).isEqualTo(11);
    assertThatThrownBy(() -> memory.readAll(new long[] {16}, new int[] {8}, 1))
        .isInstanceOf(SystemCallException.class);
    assertThat(memory.i64(address)).as("the next read").isEqualTo(11);
  }
}
