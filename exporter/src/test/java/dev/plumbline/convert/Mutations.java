package dev.plumbline.convert;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;

/** Damages bytes as networks, bugs and attackers do. The same seed does the same. */
public final class Mutations {
  private Mutations() {}

  /** How many inputs a fuzz test tries: few in a build, many by {@code -Dplumbline.fuzz.tries}. */
  public static int tries(int usual) {
    return Integer.getInteger("plumbline.fuzz.tries", usual);
  }

  /** One of these inputs, changed in one to eight places. */
  public static byte[] mutate(List<byte[]> corpus, Random random) {
    byte[] bytes = corpus.get(random.nextInt(corpus.size())).clone();
    for (int i = 1 + random.nextInt(8); i > 0 && bytes.length > 1; i--) {
      bytes = once(bytes, corpus, random);
    }
    return bytes;
  }

  private static byte[] once(byte[] bytes, List<byte[]> corpus, Random random) {
    int at = random.nextInt(bytes.length);
    switch (random.nextInt(7)) {
      case 0:
        bytes[at] ^= (byte) (1 << random.nextInt(8));
        return bytes;
      case 1:
        bytes[at] = (byte) random.nextInt();
        return bytes;
      case 2:
        return Arrays.copyOf(bytes, at + 1);
      case 3:
        return insert(bytes, at, HexFormat.of().parseHex("ffffffffffffffffff01"));
      case 4:
        return insert(bytes, at, new byte[1 + random.nextInt(8)]);
      case 5:
        byte[] other = corpus.get(random.nextInt(corpus.size()));
        int from = random.nextInt(other.length);
        int length = Math.min(other.length - from, 1 + random.nextInt(64));
        return insert(bytes, at, Arrays.copyOfRange(other, from, from + length));
      default:
        int end = Math.min(bytes.length, at + 1 + random.nextInt(16));
        return ByteBuffer.allocate(bytes.length - (end - at))
            .put(bytes, 0, at)
            .put(bytes, end, bytes.length - end)
            .array();
    }
  }

  private static byte[] insert(byte[] bytes, int at, byte[] piece) {
    return ByteBuffer.allocate(bytes.length + piece.length)
        .put(bytes, 0, at)
        .put(piece)
        .put(bytes, at, bytes.length - at)
        .array();
  }
}
