package dev.plumbline.container;

/**
 * A cgroup of a container: its own or one below it. Immutable.
 *
 * @param cgroupId inode in the unified hierarchy
 * @param path in that hierarchy
 * @param container whose it is
 */
public record ContainerCgroup(long cgroupId, String path, Container container) {}
