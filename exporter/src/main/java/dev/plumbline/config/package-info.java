/**
 * What users configure: {@code ig-config.yaml} with its exporters, the {@code OTEL_*} variables
 * with the implicit exporter, endpoints, headers, and which exporter is used (design §8).
 * Environment and system properties come in as parameters. Values are immutable; reading is
 * confined to the calling thread, at start and when a file has changed.
 */
@NullMarked
package dev.plumbline.config;

import org.jspecify.annotations.NullMarked;
