package dev.plumbline.listen;

/**
 * What was received would take more memory than there is for one request, now and later: it is
 * refused for good.
 */
public final class LargerThanHeapException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** One request may take a fifth of the heap: others, and what holds it until it is written. */
  private static final int SHARE = 5;

  private LargerThanHeapException(String message) {
    super(message, null, false, false);
  }

  /** Before so much is asked for. */
  public static void check(long neededBytes) {
    long heap = Runtime.getRuntime().maxMemory();
    if (neededBytes > heap / SHARE) {
      throw new LargerThanHeapException(
          "what is in it takes about "
              + (neededBytes >> 20)
              + " MiB of memory, and a heap of "
              + (heap >> 20)
              + " MiB has "
              + ((heap / SHARE) >> 20)
              + " MiB for one; the key memory sets it");
    }
  }

  /** For its sender. */
  public String text() {
    return String.valueOf(getMessage());
  }
}
