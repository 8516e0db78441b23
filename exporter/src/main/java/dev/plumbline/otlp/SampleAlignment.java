package dev.plumbline.otlp;

/** Whether the profiles of a scope list the same samples. */
public enum SampleAlignment {
  /** Each profile has only the samples that have a value above 0 there. */
  INDEPENDENT,
  /**
   * All profiles of a scope have the same samples in the same order, with value 0 where a profile
   * had none; values of 0 and below are kept. The Collector's translation to pprof pairs the
   * samples of a scope by their position and needs this (§4.2 of the OTLP study).
   */
  PPROF_ALIGNED
}
