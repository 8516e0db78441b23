package dev.plumbline.jvm;

import dev.plumbline.profile.Frame;
import dev.plumbline.profile.FrameType;

/** Why a JVM frame has no name, with the frame that then stands in the stack trace. */
public enum Unresolved {
  /** No code blob holds the address any more: it was freed before we looked. */
  NO_CODE("[jvm: no code]"),
  /** The address was used again since the sample, so it cannot be told whose it was. */
  REPLACED("[jvm: code replaced]"),
  /** The word of an interpreted frame does not lead to a method. */
  NOT_A_METHOD("[jvm: no method]"),
  /** The class was unloaded before we looked. */
  UNLOADED_METHOD("[unloaded method]"),
  /**
   * Debug information contradicts itself: stands for what was inlined into the compiled method,
   * which follows without a line.
   */
  BAD_SCOPES("[jvm: bad debug information]"),
  /** Memory of the process is not readable; usually it has ended. */
  UNREADABLE("[jvm: unreadable]"),
  /** No answer within the time that a stack may wait. */
  TOO_LATE("[jvm: not resolved in time]"),
  /** This JVM's layout is not one that we know. */
  UNSUPPORTED_LAYOUT("[jvm: unsupported layout]");

  @SuppressWarnings("ImmutableEnumChecker") // a Frame is immutable
  private final Frame frame;

  Unresolved(String name) {
    this.frame = Frame.named(name, FrameType.JVM);
  }

  /** The marker frame. */
  public Frame frame() {
    return frame;
  }
}
