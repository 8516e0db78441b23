/**
 * How native code gets into a JVM whose file system may be read-only and without exec: the grant of
 * native access, the libraries from wherever one can be loaded, files that live in memory (agent
 * study §3.3, §7.5, §10). Used by the thread {@code plumbline-agent} alone.
 */
@NullMarked
package dev.plumbline.agent.natives;

import org.jspecify.annotations.NullMarked;
