package dev.plumbline.serve.machine;

import dev.plumbline.config.Variables;
import dev.plumbline.fault.FaultText;
import dev.plumbline.kernel.SystemCallException;
import dev.plumbline.kernel.UnixDatagram;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Tells systemd, or who else set {@code NOTIFY_SOCKET}, that the daemon is ready, alive, or ending.
 * Without that variable it does nothing. Confined to the daemon's thread.
 */
public final class SystemdNotifier {
  private static final Logger logger = Logger.getLogger(SystemdNotifier.class.getName());

  private final @Nullable String socket;
  private final @Nullable Duration watchdog;
  private boolean hasFailed;

  private SystemdNotifier(@Nullable String socket, @Nullable Duration watchdog) {
    this.socket = socket;
    this.watchdog = watchdog;
  }

  /** By these variables. */
  public static SystemdNotifier of(Variables environment, long ownPid) {
    String socket = environment.get("NOTIFY_SOCKET");
    String micros = environment.get("WATCHDOG_USEC");
    String pid = environment.get("WATCHDOG_PID");
    boolean isOurs = pid == null || pid.isEmpty() || pid.equals(Long.toString(ownPid));
    @Nullable Duration watchdog = null;
    if (micros != null && micros.matches("\\d{1,15}") && isOurs && Long.parseLong(micros) > 0) {
      watchdog = Duration.ofNanos(TimeUnit.MICROSECONDS.toNanos(Long.parseLong(micros)));
    }
    return new SystemdNotifier(socket == null || socket.isEmpty() ? null : socket, watchdog);
  }

  /** How often {@link #alive} is due: twice in the watchdog's time; null if nobody watches. */
  public @Nullable Duration aliveInterval() {
    return socket == null || watchdog == null ? null : watchdog.dividedBy(2);
  }

  public void ready(String status) {
    send("READY=1\nSTATUS=" + status.replace('\n', ' '));
  }

  public void reloading(long monotonicNanos) {
    send("RELOADING=1\nMONOTONIC_USEC=" + TimeUnit.NANOSECONDS.toMicros(monotonicNanos));
  }

  public void alive() {
    send("WATCHDOG=1");
  }

  public void stopping() {
    send("STOPPING=1");
  }

  private void send(String text) {
    if (socket == null) {
      return;
    }
    try {
      UnixDatagram.send(socket, text);
    } catch (SystemCallException | IllegalArgumentException e) {
      if (!hasFailed) {
        hasFailed = true;
        logger.log(Level.WARNING, () -> "NOTIFY_SOCKET cannot be used: " + FaultText.of(e));
      }
    }
  }
}
