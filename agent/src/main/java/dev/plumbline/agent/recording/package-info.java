/**
 * One async-profiler recording that runs for days: its start command, the file it writes to, the
 * finished chunks of that file, and when it has to be started anew (agent study §3). Owned by the
 * thread {@code plumbline-agent}.
 */
@NullMarked
package dev.plumbline.agent.recording;

import org.jspecify.annotations.NullMarked;
