package dev.plumbline.cli;

import dev.plumbline.probe.Gadget;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a command line asks of {@code run}, however it was read.
 *
 * @param config null for none
 * @param parameters of the gadget that were given, by key
 */
record RunRequest(
    Gadget gadget,
    @Nullable Path config,
    boolean verbose,
    RunFlags flags,
    Map<String, String> parameters) {}
