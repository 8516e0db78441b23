/**
 * Receivers for tests that speak the real wire on loopback, and certificates made on the spot. Used
 * by the tests of {@code exporter} and, through its test archive, by module {@code it}. Nothing
 * here ships.
 */
@NullMarked
package dev.plumbline.export.fake;

import org.jspecify.annotations.NullMarked;
