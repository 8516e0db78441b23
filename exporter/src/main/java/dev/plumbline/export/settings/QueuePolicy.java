package dev.plumbline.export.settings;

/** What a full queue gives up; either way it is counted. */
public enum QueuePolicy {
  /** The default: what is new is worth more than what is old. */
  DROP_OLDEST,
  DROP_NEWEST
}
