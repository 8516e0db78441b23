/**
 * Where windows go: the store and the exporters, by the routes of the configuration in force.
 * Sources call it on threads of their own; the daemon's thread changes it.
 */
@NullMarked
package dev.plumbline.serve.route;

import org.jspecify.annotations.NullMarked;
