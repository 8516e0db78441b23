/**
 * What a user may set of an exporter: values with their defaults and bounds, checked once when they
 * are built. Knows neither where they are written nor who acts on them. Immutable.
 */
@NullMarked
package dev.plumbline.export.settings;

import org.jspecify.annotations.NullMarked;
