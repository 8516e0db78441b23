package dev.plumbline.format.legacy;

import dev.plumbline.format.text.TextLines;
import dev.plumbline.pprof.PprofBuilder;
import dev.plumbline.wire.InputException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The binary CPU profile of gperftools and of early Go: words of 32 or 64 bits of either order.
 *
 * <pre>
 * 0, 3, version (0, or 1 of Java), period (µs), 0
 * count, depth, address × depth      as often as there are samples; the leaf first
 * 0, 1, 0                            behind the last
 * text                               the memory map, or Java's methods
 * </pre>
 *
 * Confined to one read.
 */
public final class CpuProfile {
  private static final int HEAD_WORDS = 5;
  private static final long FORMAT = 3;
  private static final long JAVA = 1;
  private static final long MAX_PERIOD_MICROS = 1L << 40;

  private final ByteBuffer in;
  private final int wordBytes;
  private final AddressSamples samples = new AddressSamples();

  private CpuProfile(ByteBuffer in, int wordBytes) {
    this.in = in;
    this.wordBytes = wordBytes;
  }

  /**
   * Null if the bytes do not begin as such a profile does.
   *
   * @throws InputException if they do, and end too early
   */
  public static @Nullable LegacyProfile read(byte[] bytes) throws InputException {
    for (ByteOrder order : List.of(ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN)) {
      for (int wordBytes : new int[] {Integer.BYTES, Long.BYTES}) {
        ByteBuffer in = ByteBuffer.wrap(bytes).order(order);
        if (bytes.length >= HEAD_WORDS * wordBytes) {
          CpuProfile profile = new CpuProfile(in, wordBytes);
          if (profile.word() == 0 && profile.word() == FORMAT) {
            long version = profile.word();
            long periodMicros = profile.word();
            if ((version == 0 || version == JAVA)
                && periodMicros > 0
                && periodMicros < MAX_PERIOD_MICROS
                && profile.word() == 0) {
              return profile.run(version == JAVA, periodMicros * 1_000);
            }
          }
        }
      }
    }
    return null;
  }

  private long word() {
    return wordBytes == Integer.BYTES ? Integer.toUnsignedLong(in.getInt()) : in.getLong();
  }

  private LegacyProfile run(boolean isJava, long periodNanos) throws InputException {
    PprofBuilder builder = new PprofBuilder();
    int cpu = builder.string("cpu");
    int nanoseconds = builder.string("nanoseconds");
    builder.sampleType(builder.string("samples"), builder.string("count"));
    builder.sampleType(cpu, nanoseconds);
    builder.period(cpu, nanoseconds, periodNanos);
    readSamples(isJava, periodNanos);
    Places places = isJava ? new JavaPlaces() : new MemoryMap();
    byte[] text = new byte[in.remaining()];
    in.get(text);
    TextLines lines = new TextLines(text);
    for (String line = lines.next(); line != null; line = lines.next()) {
      places.line(line);
    }
    if (!isJava) {
      samples.removeHandlerFrames();
      samples.removeRepeatedLeaves();
    }
    samples.writeTo(builder, places);
    return new LegacyProfile("pprof binary CPU", builder.build(), List.of());
  }

  private void readSamples(boolean isJava, long periodNanos) throws InputException {
    while (in.hasRemaining()) {
      require(2);
      long count = word();
      long depth = word();
      require(depth);
      long[] stack = new long[(int) depth];
      for (int i = 0; i < stack.length; i++) {
        long address = word();
        stack[i] = i > 0 && !isJava ? address - 1 : address;
      }
      if (count == 0 && depth == 1 && stack[0] == 0) {
        return;
      }
      samples.add(stack, count, count * periodNanos);
    }
  }

  private void require(long words) throws InputException {
    if (words < 0 || words > in.remaining() / wordBytes) {
      throw InputException.malformed(in.position(), "binary CPU profile ends within a sample");
    }
  }
}
