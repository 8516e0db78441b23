/**
 * What clients and listeners know of TLS alike: certificates, keys, and whom they trust, as PEM in
 * files or in the configuration itself. Knows no network.
 */
@NullMarked
package dev.plumbline.tls;

import org.jspecify.annotations.NullMarked;
