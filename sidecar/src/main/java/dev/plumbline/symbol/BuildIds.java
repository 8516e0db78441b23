package dev.plumbline.symbol;

import dev.plumbline.kernel.elf.ElfFile;
import dev.plumbline.kernel.elf.ElfSegment;
import dev.plumbline.kernel.elf.MalformedElfException;
import dev.plumbline.kernel.elf.MappedReading;
import dev.plumbline.profile.BuildId;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * The identity of a file for its mapping: GNU build id, else that of the Go linker, else a hash of
 * head, tail and length of the file as in the semantic conventions. Pure functions.
 */
final class BuildIds {
  private static final int NOTE_OF_GO = 4;
  private static final int NAME_OF_GO = 0x00006f47;
  private static final int MAX_GO_ID_BYTES = 256;
  private static final int HASHED_BYTES = 4096;
  private static final int HASH_BYTES = 16;

  private BuildIds() {}

  /** The identity, or null where the file could not be opened. */
  static @Nullable BuildId of(CodeFile file) {
    String gnu = file.buildId();
    if (gnu != null && !gnu.isEmpty()) {
      return BuildId.of(BuildId.Scheme.GNU, gnu);
    }
    ElfFile elf = file.elf();
    if (elf == null) {
      return null;
    }
    try {
      return MappedReading.of(() -> read(elf));
    } catch (IOException e) { // notes that lead nowhere, or a file cut
      return null;
    }
  }

  private static BuildId read(ElfFile elf) throws MalformedElfException {
    String go = ofGo(elf);
    return go == null
        ? BuildId.of(BuildId.Scheme.HTLHASH, hash(elf))
        : BuildId.of(BuildId.Scheme.GO, go);
  }

  private static @Nullable String ofGo(ElfFile elf) throws MalformedElfException {
    for (ElfSegment segment : elf.segments()) {
      if (segment.type() == ElfSegment.NOTE) {
        ByteBuffer notes = elf.data(segment);
        if (notes.capacity() > 16
            && notes.getInt(0) == NOTE_OF_GO
            && notes.getInt(8) == NOTE_OF_GO
            && notes.getInt(12) == NAME_OF_GO) {
          int length = notes.getInt(4);
          if (length > 0 && length <= MAX_GO_ID_BYTES && length <= notes.capacity() - 16) {
            byte[] id = new byte[length];
            notes.get(16, id);
            return new String(id, StandardCharsets.US_ASCII);
          }
        }
      }
    }
    return null;
  }

  private static String hash(ElfFile elf) throws MalformedElfException {
    int length = (int) Math.min(elf.size(), HASHED_BYTES);
    ByteBuffer size = ByteBuffer.allocate(8).order(ByteOrder.BIG_ENDIAN).putLong(0, elf.size());
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(elf.data(0, length));
      digest.update(elf.data(elf.size() - length, length));
      digest.update(size);
      return HexFormat.of().formatHex(Arrays.copyOf(digest.digest(), HASH_BYTES));
    } catch (NoSuchAlgorithmException e) { // every Java platform has it
      throw new AssertionError(e);
    }
  }
}
