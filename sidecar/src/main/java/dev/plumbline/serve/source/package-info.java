/**
 * Where windows come from: gadgets, each on a thread of its own, receivers, and loops that fetch.
 * All hand over to {@link dev.plumbline.serve.route.Router}.
 */
@NullMarked
package dev.plumbline.serve.source;

import org.jspecify.annotations.NullMarked;
