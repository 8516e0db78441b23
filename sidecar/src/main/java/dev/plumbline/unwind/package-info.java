/**
 * Unwinding rows from what executables say of their own frames: {@code .eh_frame}, Go's line table,
 * and rules for code without either; their cache on disk; and the walk of a stack copy in user
 * space. Files are foreign bytes: everything is bounded and every refusal has a reason. Stateless
 * unless a class says otherwise; used by the thread that builds tables.
 */
@NullMarked
package dev.plumbline.unwind;

import org.jspecify.annotations.NullMarked;
