/**
 * Who is profiled: the attributes of this process as a resource (agent study §4.4). Read once by
 * the thread {@code plumbline-agent}.
 */
@NullMarked
package dev.plumbline.agent.resource;

import org.jspecify.annotations.NullMarked;
