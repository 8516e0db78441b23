package dev.plumbline.premain;

import java.io.File;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.InvocationTargetException;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The thread {@code plumbline-agent}: opens the isolated loader, starts the core and then is the
 * core's own. Its context loader is the isolated one, since libraries look there for providers.
 */
final class AgentThread extends Thread {
  private static final String CORE = "dev.plumbline.agent.Agent";
  private static final String LAYER = "dev.plumbline.module.IsolatedLayer";

  /** First release in which a module needs a grant to call native code. */
  private static final int NATIVE_ACCESS_FEATURE_VERSION = 22;

  /** {@code java -version} is over by then. */
  private static final long WAIT_WITHOUT_COMMAND_MILLIS = 1_000;

  /**
   * Kept for a later start in this JVM: the native library belongs to it and must not be unloaded
   * while the JVM still calls into it.
   */
  private static @Nullable IsolatedClassLoader isolated;

  private final String arguments;
  private final Instrumentation instrumentation;
  private final HostJvm host;
  private final long headStartMillis;
  private final EarlyEnd earlyEnd;
  private final CountDownLatch started = new CountDownLatch(1);
  private volatile @Nullable AutoCloseable agent;

  /**
   * @param headStartMillis how long the application's start goes undisturbed
   * @param earlyEnd has the word until the core takes it
   */
  AgentThread(
      String arguments,
      Instrumentation instrumentation,
      HostJvm host,
      long headStartMillis,
      EarlyEnd earlyEnd) {
    super("plumbline-agent");
    setDaemon(true);
    this.arguments = arguments;
    this.instrumentation = instrumentation;
    this.host = host;
    this.headStartMillis = headStartMillis;
    this.earlyEnd = earlyEnd;
  }

  void awaitStarted(long timeout, TimeUnit unit) throws InterruptedException {
    started.await(timeout, unit);
  }

  /** Ends the profiling and waits for it, within a bound that the core keeps. */
  void stopAgent() throws Exception {
    AutoCloseable toClose = agent;
    if (toClose != null) {
      toClose.close();
    }
  }

  @Override
  public void run() {
    try {
      Thread.sleep(host.hasCommand() ? headStartMillis : WAIT_WITHOUT_COMMAND_MILLIS);
      Runnable loop = startCore();
      earlyEnd.unregister();
      started.countDown();
      if (loop != null) {
        loop.run();
      }
    } catch (InvocationTargetException failure) {
      Throwable cause = failure.getCause();
      Premain.report("profiling off: " + Premain.words(cause == null ? failure : cause));
    } catch (Throwable failure) {
      Premain.report("profiling off: " + Premain.words(failure));
    } finally {
      earlyEnd.unregister();
      started.countDown();
      agent = null;
    }
  }

  private @Nullable Runnable startCore() throws Exception {
    File jar = new File(Premain.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    IsolatedClassLoader loader = isolatedLoader(jar);
    setContextClassLoader(loader);
    Object core =
        Class.forName(CORE, true, loader)
            .getConstructor(
                String.class, Instrumentation.class, File.class, Map.class, BooleanSupplier.class)
            .newInstance(arguments, instrumentation, jar, loader.resourceFiles(), earlyEnd);
    agent = (AutoCloseable) core;
    return (Runnable) ((Callable<?>) core).call();
  }

  private IsolatedClassLoader isolatedLoader(File jar) throws Exception {
    synchronized (AgentThread.class) {
      IsolatedClassLoader loader = isolated;
      if (loader == null) {
        loader = new IsolatedClassLoader(jar, ClassLoader.getSystemClassLoader().getParent());
        if (host.featureVersion() >= NATIVE_ACCESS_FEATURE_VERSION) {
          Class.forName(LAYER)
              .getMethod("define", ClassLoader.class, Map.class)
              .invoke(null, loader, loader.contents());
        }
        isolated = loader;
      }
      return loader;
    }
  }
}
