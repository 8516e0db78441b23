/**
 * What the JVM and the application see of the agent: the entry points and the loader that hides the
 * rest. Release 8 and JDK types only, so that no JVM refuses to load it; no lambdas, no regular
 * expressions and no logging framework, because it runs before {@code main} (agent study §1.1,
 * §7.1). Runs on the thread that starts the JVM and hands over to the thread {@code
 * plumbline-agent}.
 */
@NullMarked
package dev.plumbline.premain;

import org.jspecify.annotations.NullMarked;
