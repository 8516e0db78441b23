package dev.plumbline.junit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Two tests of a class run at a time: each waits for JVMs of its own, of which one thread is busy,
 * and what it asserts holds on a machine that others keep busy too. Of the tests of a class that
 * run together all have this mark or none: one without it would run beside those with it.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
@Execution(ExecutionMode.CONCURRENT)
public @interface SideBySide {}
