/**
 * What is fetched at intervals (hop 1): targets with their own schedule and window, a loop on a
 * thread {@code plumbline-scrape-NAME} for each, and what became of every try, by result. A slow or
 * failing target delays no other. What a loop does in one turn is a {@link
 * dev.plumbline.scrape.Scraper}; the one here asks a URL for a pprof profile. Specification:
 * section 1 of the receivers' study.
 */
@NullMarked
package dev.plumbline.scrape;

import org.jspecify.annotations.NullMarked;
