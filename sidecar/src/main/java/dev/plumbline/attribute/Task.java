package dev.plumbline.attribute;

/**
 * The thread of one record.
 *
 * @param process its process
 * @param tid in the host's pid namespace
 * @param comm the thread's name, or the process's where threads are not told apart
 * @param host where it runs
 */
public record Task(ProcessAttributes process, int tid, String comm, HostAttributes host) {}
