/**
 * What a receiver understands of our bytes: requests decoded by the generated classes of a level
 * into one neutral model, and the checklist of §8 of the OTLP study over it. Knows nothing of the
 * encoder. Other modules' tests use it through this module's test archive.
 */
package dev.plumbline.otlp.oracle;
