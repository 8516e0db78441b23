package dev.plumbline.selection;

/** What {@code --host} was given. */
public enum HostScope {
  /** Not given: the whole host unless a selector is. */
  DEFAULT,
  /** {@code --host}: host processes and all containers, even with a selector, as in ig. */
  INCLUDED,
  /** {@code --host=false}: containers only. */
  EXCLUDED
}
