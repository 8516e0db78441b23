/**
 * Makes the isolated loader's classes a named module, on the JVMs where only a module can be
 * granted native access. Seen by the premain, loaded on Java 22 and later only. Runs on the thread
 * {@code plumbline-agent}.
 */
@NullMarked
package dev.plumbline.module;

import org.jspecify.annotations.NullMarked;
