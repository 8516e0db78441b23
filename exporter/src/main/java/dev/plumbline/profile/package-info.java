/**
 * The profile model: what a sample, a stack trace, a profile and a window are, before any wire
 * format. Every value here is immutable and may be shared between threads; nothing here knows OTLP,
 * pprof, JFR or the kernel (design §3, hop 3 and 4).
 */
@NullMarked
package dev.plumbline.profile;

import org.jspecify.annotations.NullMarked;
