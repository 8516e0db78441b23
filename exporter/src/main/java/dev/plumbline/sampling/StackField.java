package dev.plumbline.sampling;

import dev.plumbline.gadget.Field;
import dev.plumbline.gadget.FieldKind;
import dev.plumbline.profile.FrameType;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/** A field that holds a stack: typed, or as text whose frames then all have one type. Immutable. */
final class StackField {
  /** The names that ig's gadgets give to kernel stacks; their text does not say what it is. */
  private static final Set<String> KERNEL_STACKS =
      new HashSet<>(Arrays.asList("kern_stack", "kernel_stack", "kstack"));

  private final int index;
  private final boolean text;
  private final FrameType textFrameType;

  private StackField(int index, boolean text, FrameType textFrameType) {
    this.index = index;
    this.text = text;
    this.textFrameType = textFrameType;
  }

  static boolean accepts(FieldKind kind) {
    return kind == FieldKind.STACK || kind.isText();
  }

  static StackField of(int index, Field field) {
    String word = field.annotations().getOrDefault(ProfileAnnotations.FRAME_TYPE, "");
    FrameType type;
    if (!word.isEmpty()) {
      type = FrameType.of(word);
    } else {
      String name = field.fullName().toLowerCase(Locale.ROOT);
      type = KERNEL_STACKS.contains(name) ? FrameType.KERNEL : FrameType.NATIVE;
    }
    return new StackField(index, field.kind().isText(), type);
  }

  int index() {
    return index;
  }

  boolean isText() {
    return text;
  }

  FrameType textFrameType() {
    return textFrameType;
  }
}
