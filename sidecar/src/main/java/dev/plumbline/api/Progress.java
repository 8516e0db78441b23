package dev.plumbline.api;

/**
 * How far something is that has to happen before there is anything to see. Immutable.
 *
 * @param what such as {@code gadget profile_cpu}
 * @param state one word
 * @param text a sentence for people
 */
public record Progress(String what, String state, String text) {}
