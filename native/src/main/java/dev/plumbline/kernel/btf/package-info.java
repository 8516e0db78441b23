/**
 * BTF, the kernel's type descriptions: of the running kernel (field offsets) and of BPF objects
 * (map definitions, record layouts, parameters). Bounds-checked as ELF is. Immutable, owned by no
 * thread.
 */
@NullMarked
package dev.plumbline.kernel.btf;

import org.jspecify.annotations.NullMarked;
