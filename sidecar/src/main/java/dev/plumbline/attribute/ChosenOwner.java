package dev.plumbline.attribute;

import java.util.OptionalInt;

/**
 * What is known of the owner of every process because the kernel has chosen processes by it.
 * Immutable.
 *
 * @param uid effective user; empty if any
 * @param gid effective group; empty if any
 */
public record ChosenOwner(OptionalInt uid, OptionalInt gid) {
  /** Processes of any owner. */
  public static final ChosenOwner ANY = new ChosenOwner(OptionalInt.empty(), OptionalInt.empty());
}
