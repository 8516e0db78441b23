package dev.plumbline.it.app;

/**
 * Works for a while in {@link #lastWords} and ends as it is told: {@code return} from main, {@code
 * exit} with code 3, or {@code wait} for a signal. Usage: {@code EndingApp HOW MILLIS}. It says
 * {@code working} when it begins and {@code worked} when the work is done.
 */
public final class EndingApp {
  private EndingApp() {}

  public static void main(String[] args) throws InterruptedException {
    System.out.println("working");
    final long result = lastWords(Long.parseLong(args[1]));
    System.out.println("worked " + (result != 0));
    switch (args[0]) {
      case "exit":
        System.exit(3);
        break;
      case "wait":
        Thread.sleep(60_000);
        break;
      default:
        break;
    }
  }

  private static long lastWords(long millis) {
    return Spin.millis(millis);
  }
}
