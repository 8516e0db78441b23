package dev.plumbline.receive;

/** Where received profiles go. Thread-safe. */
@FunctionalInterface
public interface ProfileIntake {
  /**
   * Takes profiles over; returns when they are safe.
   *
   * @return false if they are not: the sender should try again later
   */
  boolean accept(ReceivedProfiles profiles) throws InterruptedException;
}
