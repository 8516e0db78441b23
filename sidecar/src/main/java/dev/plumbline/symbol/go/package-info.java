/**
 * The line table of Go programs ({@code .gopclntab}), which survives stripping: functions, files,
 * lines, inlined calls, and how far the stack pointer has moved at each instruction. Formats of Go
 * 1.2, 1.16, 1.18 and 1.20, and the header of 1.26 that no longer holds the start of text. Every
 * byte comes from other people's files and is bounds-checked. Objects here are immutable and owned
 * by no thread.
 */
@NullMarked
package dev.plumbline.symbol.go;

import org.jspecify.annotations.NullMarked;
