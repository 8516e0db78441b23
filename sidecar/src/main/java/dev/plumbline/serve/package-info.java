/**
 * The daemon {@code plumbline serve}: gadgets, receivers, store, exporters and page, put together
 * and kept together by {@link dev.plumbline.serve.Daemon}. It owns the thread that waits for
 * signals and for changes of the configuration; each gadget and each exporter has a thread of its
 * own.
 */
@NullMarked
package dev.plumbline.serve;

import org.jspecify.annotations.NullMarked;
