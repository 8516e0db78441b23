package dev.plumbline.export.sender;

/**
 * Tells the level that the receiver understands. Asked on the exporter's thread alone; {@link
 * #close} may come from any thread and ends a question under way.
 */
public interface LevelSource extends AutoCloseable {
  /**
   * Asks and waits: at most {@code timeoutNanos} for a connection, and where that took most of it a
   * second more for the answer. Never throws for what a network can do.
   */
  LevelAnswer ask(long timeoutNanos);

  @Override
  void close();
}
