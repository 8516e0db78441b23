/**
 * Names of Java classes and methods as the JVM stores them, and as profiles show them. Shared by
 * all who see Java frames, so that the same code has the same name in every profile. Stateless.
 */
@NullMarked
package dev.plumbline.javaname;

import org.jspecify.annotations.NullMarked;
