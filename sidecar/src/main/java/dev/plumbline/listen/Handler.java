package dev.plumbline.listen;

/** Answers requests of a route. Called on worker threads, several at a time; may block. */
@FunctionalInterface
public interface Handler {
  /**
   * What it throws becomes the answer: a {@link RefusedException} as it says, anything else a 500
   * whose text tells nothing of our inside.
   */
  Response handle(Request request) throws Exception;
}
