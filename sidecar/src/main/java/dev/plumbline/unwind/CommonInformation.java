package dev.plumbline.unwind;

/**
 * A CIE: what its functions have in common. Immutable once read.
 *
 * @param codeAlignment bytes per step of the address
 * @param dataAlignment bytes per step of an offset
 * @param pointerEncoding of the functions' addresses
 * @param hasAugmentation functions carry a counted augmentation
 * @param isSignalFrame the functions are signal trampolines
 * @param initial state at a function's first address
 */
record CommonInformation(
    long codeAlignment,
    long dataAlignment,
    int pointerEncoding,
    boolean hasAugmentation,
    boolean isSignalFrame,
    FrameState initial) {
  private static final int MAX_AUGMENTATION = 16;

  /** Reads the CIE whose body the cursor's window holds, its id already taken. */
  static CommonInformation read(FrameCursor cursor, CallFrameProgram program)
      throws UnwindFormatException {
    int version = cursor.u8();
    if (version != 1 && version != 3 && version != 4) {
      throw new UnwindFormatException("version " + version + " of a CIE");
    }
    String augmentation = augmentation(cursor);
    if (version == 4) {
      cursor.skip(2); // sizes of addresses and segments
    }
    long codeAlignment = cursor.uleb();
    long dataAlignment = cursor.sleb();
    long register = version == 1 ? cursor.u8() : cursor.uleb();
    if (register != FrameState.RETURN_ADDRESS || codeAlignment < 1 || codeAlignment > 16) {
      throw new UnwindFormatException(
          "return address in register " + register + ", code alignment " + codeAlignment);
    }
    int encoding = 0;
    boolean isSignal = augmentation.indexOf('S') >= 0;
    boolean hasAugmentation = augmentation.startsWith("z");
    if (hasAugmentation) {
      long length = cursor.uleb();
      int start = cursor.position();
      encoding = pointerEncoding(cursor, augmentation);
      cursor.skip(start + length - cursor.position());
    } else if (!augmentation.isEmpty()) {
      throw new UnwindFormatException("augmentation \"" + augmentation + '"');
    }
    FrameState initial = new FrameState();
    CommonInformation common =
        new CommonInformation(
            codeAlignment, dataAlignment, encoding, hasAugmentation, isSignal, initial);
    initial.copy(program.initialState(cursor, common));
    return common;
  }

  private static String augmentation(FrameCursor cursor) throws UnwindFormatException {
    StringBuilder text = new StringBuilder();
    for (int b = cursor.u8(); b != 0; b = cursor.u8()) {
      if (text.length() == MAX_AUGMENTATION) {
        throw new UnwindFormatException("augmentation \"" + text + "...\"");
      }
      text.append((char) b);
    }
    return text.toString();
  }

  private static int pointerEncoding(FrameCursor cursor, String augmentation)
      throws UnwindFormatException {
    int encoding = 0;
    for (int i = 1; i < augmentation.length(); i++) {
      switch (augmentation.charAt(i)) {
        case 'R' -> encoding = cursor.u8();
        case 'P' -> cursor.value(cursor.u8());
        case 'L' -> cursor.skip(1);
        case 'S', 'B' -> {
          // no data
        }
        default -> {
          return encoding; // unknown data follow; their length is known
        }
      }
    }
    return encoding;
  }
}
