/**
 * ELF files, read from a file mapping with every access bounds-checked. Files come from other
 * people's processes: each size, count and offset in them is treated as hostile, and what cannot be
 * right is refused with a reason. Owned by no thread: objects here are immutable.
 */
@NullMarked
package dev.plumbline.kernel.elf;

import org.jspecify.annotations.NullMarked;
