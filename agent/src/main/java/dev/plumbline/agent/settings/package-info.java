/**
 * The agent's settings: one table of names, kinds and defaults, read from the agent arguments,
 * system properties, environment variables and section {@code jvm} of ig-config.yaml (agent study
 * §11, design §8). Read once by the thread {@code plumbline-agent}; values are immutable.
 */
@NullMarked
package dev.plumbline.agent.settings;

import org.jspecify.annotations.NullMarked;
