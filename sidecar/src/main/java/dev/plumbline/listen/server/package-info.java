/**
 * The one server stack, on the server library: listeners for HTTP/1.1 and HTTP/2, each with its
 * routes. Bytes come in on the event loops and are handed over whole and bounded to worker threads,
 * where handlers may block. No type of the server library leaves this package.
 */
@NullMarked
package dev.plumbline.listen.server;

import org.jspecify.annotations.NullMarked;
