package dev.plumbline.unwind;

import dev.plumbline.kernel.unwind.UnwindTable;

/**
 * The table of one file. Immutable.
 *
 * @param table the image
 * @param baseAddress link-time address of the table's offset 0
 * @param skippedRecords records of the file that contradict themselves
 */
public record FileTable(UnwindTable table, long baseAddress, int skippedRecords) {}
