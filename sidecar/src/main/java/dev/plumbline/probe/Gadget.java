package dev.plumbline.probe;

import dev.plumbline.descriptor.GadgetDescriptor;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A gadget that can be run: a shipped one, or a directory of the user's. Immutable.
 *
 * @param name as the user named it
 * @param object the BPF object of a directory; null for a shipped gadget, whose probe is ours
 */
public record Gadget(String name, GadgetDescriptor descriptor, @Nullable Path object) {}
