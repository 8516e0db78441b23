package dev.plumbline.export.transport;

import io.netty.util.internal.logging.InternalLogger;
import io.netty.util.internal.logging.InternalLoggerFactory;
import io.netty.util.internal.logging.JdkLoggerFactory;

/**
 * Puts what Netty logs below a name of ours. Inside of another's JVM its own names reach the
 * application's handlers, and may be those of the application's own Netty. Stateless.
 */
public final class NettyLogging extends InternalLoggerFactory {
  /** Of the loggers' names. */
  public static final String PREFIX = "dev.plumbline.library.";

  private static final JdkLoggerFactory LOGGERS = (JdkLoggerFactory) JdkLoggerFactory.INSTANCE;

  private NettyLogging() {}

  /** To be called before the first class of Netty is used; not where others share our Netty. */
  public static void underOurName() {
    setDefaultFactory(new NettyLogging());
  }

  @Override
  protected InternalLogger newInstance(String name) {
    return LOGGERS.newInstance(PREFIX + name);
  }
}
