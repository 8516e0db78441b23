package dev.plumbline.process;

/** Takes samples in the thread that polls; must never wait for a profiled process. */
@FunctionalInterface
public interface SampleConsumer {
  /** One sample; the object is valid only during the call. */
  void accept(HostSample sample);
}
