package dev.plumbline.otlp;

import com.google.protobuf.CodedOutputStream;
import java.io.IOException;
import java.security.SecureRandom;

/**
 * Ids of profiles, 16 bytes each, by which a receiver tells a request that is sent again from a new
 * one: equal profiles of two replicas have different ids, so they are no hash of the content.
 *
 * <p>All bytes are below 0x80. A receiver of level 1.8 that is sent a later one by mistake reads an
 * id as packed numbers; of random bytes half would make it refuse the whole request. Confined to
 * one thread.
 */
public final class ProfileIds {
  /** Profiles have no ids, and equal windows become equal requests. */
  public static final ProfileIds NONE = new ProfileIds(0);

  private static final int WORD_BYTES = 8;
  private static final int BITS = 7;
  private static final int LENGTH = 2 * WORD_BYTES;

  /** Of the encoder, and of what it has encoded. */
  private final long prefix;

  private long count;

  private ProfileIds(long prefix) {
    this.prefix = prefix;
  }

  /** Ids that nothing else has, in this process or another. */
  public static ProfileIds unique() {
    return new ProfileIds(new SecureRandom().nextLong() | 1);
  }

  /**
   * @param level below 1.9 the field means something else
   */
  ProfileIds at(OtlpLevel level) {
    return level == OtlpLevel.V1_8 ? NONE : this;
  }

  boolean areWritten() {
    return this != NONE;
  }

  /** With tag and length; 0 if none is written. */
  int size(int field) {
    return areWritten() ? CodedOutputStream.computeTagSize(field) + 1 + LENGTH : 0;
  }

  /** Each call is another profile. */
  void writeNext(CodedOutputStream out, int field) throws IOException {
    if (areWritten()) {
      byte[] id = new byte[LENGTH];
      put(prefix, id, 0);
      put(++count, id, WORD_BYTES);
      out.writeByteArray(field, id);
    }
  }

  private static void put(long word, byte[] id, int at) {
    for (int i = 0; i < WORD_BYTES; i++) {
      id[at + i] = (byte) (word >>> (BITS * i) & 0x7f);
    }
  }
}
