/**
 * Which exporters a user wants: those of {@code ig-config.yaml}, the implicit one of the {@code
 * OTEL_*} variables, their endpoints and headers, and the choice among them (design §8).
 * Environment and system properties come in as parameters. Values are immutable; reading is
 * confined to the calling thread.
 */
@NullMarked
package dev.plumbline.config.exporters;

import org.jspecify.annotations.NullMarked;
