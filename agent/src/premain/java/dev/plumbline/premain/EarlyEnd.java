package dev.plumbline.premain;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/**
 * Says, in one line and without waiting for anything, that the JVM ended before the core could:
 * else an application of a moment would leave no word of why there is no profile. Whoever asks
 * first, this hook or the core, has the word. Thread-safe.
 */
final class EarlyEnd extends Thread implements BooleanSupplier {
  /** The core says the same. */
  static final String MESSAGE = "the JVM ends while profiling starts: nothing of it is profiled";

  private final PremainSettings settings;
  private final AtomicBoolean wordIsGiven = new AtomicBoolean();

  EarlyEnd(PremainSettings settings) {
    super("plumbline-early-end");
    this.settings = settings;
  }

  void register() {
    try {
      Runtime.getRuntime().addShutdownHook(this);
    } catch (IllegalStateException ignored) {
      // The JVM ends already, and an attach that comes so late is answered by nobody.
    }
  }

  /** The start is over, whatever came of it. */
  void unregister() {
    getAsBoolean();
    try {
      Runtime.getRuntime().removeShutdownHook(this);
    } catch (IllegalStateException ignored) {
      // The JVM ends: the hook is running, and has nothing to say any more.
    }
  }

  /** Takes the word; true once. */
  @Override
  public boolean getAsBoolean() {
    return wordIsGiven.compareAndSet(false, true);
  }

  @Override
  public void run() {
    if (!getAsBoolean() || settings.isSwitchedOffInFile()) {
      return;
    }
    String level = settings.textOrFile("log.level");
    if ("error".equals(level) || "warn".equals(level)) {
      return;
    }
    String line = Premain.PREFIX + "INFO " + MESSAGE;
    String file = settings.textOrFile("log.file");
    if (file == null || file.isEmpty()) {
      System.err.println(line);
      return;
    }
    try (PrintStream log = new PrintStream(new FileOutputStream(file, true), true, "UTF-8")) {
      log.println(line);
    } catch (IOException ignored) {
      // As the core does, which would say so too.
      System.err.println(line);
    }
  }
}
