package dev.plumbline.process;

/** A file of the host while it is in use: device numbers and inode as in {@code /proc/PID/maps}. */
public record FileIdentity(int deviceMajor, int deviceMinor, long inode) {}
