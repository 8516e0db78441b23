/**
 * Readable names of C++ (Itanium ABI) and Rust (legacy and v0) symbols. Names come from files of
 * other people's processes: nesting, steps and output are bounded, and what is no mangled name, or
 * asks for more than the bounds, stays as it is. Pure functions, usable from any thread.
 */
@NullMarked
package dev.plumbline.symbol.demangle;

import org.jspecify.annotations.NullMarked;
