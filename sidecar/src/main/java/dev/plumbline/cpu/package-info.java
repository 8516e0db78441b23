/**
 * The gadget {@code profile_cpu}: samples from the kernel, equal ones counted together by the
 * thread {@code plumbline-drain}, made records by the thread of the run.
 */
@NullMarked
package dev.plumbline.cpu;

import org.jspecify.annotations.NullMarked;
