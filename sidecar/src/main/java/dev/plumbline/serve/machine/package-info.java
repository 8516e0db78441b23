/**
 * What the daemon asks of the machine that it runs on: its directories, where native libraries may
 * be loaded from, files that change under it, and the service manager. Knows nothing of profiles.
 */
@NullMarked
package dev.plumbline.serve.machine;

import org.jspecify.annotations.NullMarked;
