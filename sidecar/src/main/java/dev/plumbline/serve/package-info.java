/**
 * The daemon {@code plumbline serve}: {@link dev.plumbline.serve.Daemon} puts sources, listeners,
 * routes and health together and changes them with the configuration, and owns the thread that
 * waits for signals and for changes of files. Packages below, each of which knows only those before
 * it: {@code config}, {@code machine}, {@code route}, {@code source}, {@code listener}, {@code
 * health}.
 */
@NullMarked
package dev.plumbline.serve;

import org.jspecify.annotations.NullMarked;
