package dev.plumbline.process;

import dev.plumbline.kernel.unwind.EndReason;
import dev.plumbline.kernel.unwind.SampleRecord;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Samples as the ring holds them, for tests of those who count them. */
public final class HostSamples {
  private HostSamples() {}

  /** A sample of an unknown process, with stacks of those words. */
  public static HostSample sample(
      int pid, int tid, String comm, EndReason end, long[] kernel, long[] user) {
    int bytes = SampleRecord.HEADER_BYTES + (kernel.length + user.length) * 8;
    ByteBuffer buffer = ByteBuffer.allocate(bytes).order(ByteOrder.nativeOrder());
    buffer.putLong(8, 77).putLong(16, pid * 1_000L).putInt(32, pid).putInt(36, tid);
    buffer.putShort(48, (short) kernel.length).putShort(50, (short) user.length);
    buffer.putShort(52, (short) end.number());
    byte[] name = comm.getBytes(StandardCharsets.UTF_8);
    buffer.put(56, name, 0, Math.min(16, name.length));
    int at = SampleRecord.HEADER_BYTES;
    for (long word : kernel) {
      buffer.putLong(at, word);
      at += 8;
    }
    for (long word : user) {
      buffer.putLong(at, word);
      at += 8;
    }
    SampleRecord record = new SampleRecord();
    if (!record.wrap(buffer, 0, bytes)) {
      throw new IllegalStateException("record of " + bytes + " bytes");
    }
    return new HostSample(null).of(record, null);
  }
}
