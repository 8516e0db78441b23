/**
 * OTLP over HTTP (§2.2 of the OTLP study), and the question for a Pyroscope's version, over Netty's
 * HTTP/1.1 codec.
 *
 * <p>Netty and not the JDK's clients, because it is in the archive already for gRPC and shares its
 * event loop, TLS and footprint; because {@code java.net.http} may be missing from a JVM that jlink
 * made; because {@code HttpURLConnection} takes on cookies, authenticators and silent retries that
 * the application has set for the whole JVM, and cannot bound a call by one deadline. Confined to
 * the exporter's thread but for closing.
 */
@NullMarked
package dev.plumbline.export.http;

import org.jspecify.annotations.NullMarked;
