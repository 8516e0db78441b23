package dev.plumbline.store.dictionary;

/**
 * A function as frames name it. Immutable.
 *
 * @param name for people; empty if unresolved
 * @param systemName linkage name
 * @param file source file; may be empty
 * @param type word of the frame type
 * @param module path of the object that holds it; may be empty
 */
public record FunctionEntry(
    String name, String systemName, String file, String type, String module) {}
