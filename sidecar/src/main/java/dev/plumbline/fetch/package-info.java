/**
 * Requests that we make of other HTTP servers, with the settings of the OpenTelemetry Collector's
 * HTTP client: profiles that are scraped, tokens of an authorization server. An answer is bounded
 * before a byte of it is kept; no message shows a header or the secrets of a URL. A call blocks its
 * own thread and can be given up by interrupting it; the connections live on the event loops of the
 * server stack. Specification: section 1.2 of the receivers' study.
 */
@NullMarked
package dev.plumbline.fetch;

import org.jspecify.annotations.NullMarked;
