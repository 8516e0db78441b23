/**
 * The JSON API of docs/api.md, as routes of a listener: what parameters mean, and how answers are
 * written. What is true of profiles is asked of {@link dev.plumbline.merge.StoreQuery}. Handlers
 * run on the listener's worker threads, at most a few over profiles at once.
 */
@NullMarked
package dev.plumbline.api;

import org.jspecify.annotations.NullMarked;
