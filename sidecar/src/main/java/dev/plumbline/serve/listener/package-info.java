/**
 * What listens: receivers by address, and the page. Opened, changed and closed by the daemon's
 * thread.
 */
@NullMarked
package dev.plumbline.serve.listener;

import org.jspecify.annotations.NullMarked;
