package dev.plumbline.selection;

import dev.plumbline.kernel.SystemCallException;

/** The filter in the kernel, as {@code StackSampler} has it. */
public interface CgroupFilter {
  /** Lets samples of the cgroup through. */
  void select(long cgroupId) throws SystemCallException;

  /** Stops samples of the cgroup. */
  void deselect(long cgroupId) throws SystemCallException;
}
