package dev.plumbline.process;

import org.jspecify.annotations.Nullable;

/**
 * What a process is called. Immutable.
 *
 * @param name name of the leading thread; of a program started through the loader its file's name
 * @param executable path of the program as the process sees it
 */
record ProgramName(String name, @Nullable String executable) {}
