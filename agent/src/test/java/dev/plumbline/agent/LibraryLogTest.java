package dev.plumbline.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.logging.Handler;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LibraryLogTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final Logger logger = Logger.getLogger("dev.plumbline");
  private final LibraryLog log =
      LibraryLog.install(new AgentLog(new PrintStream(out, true), AgentLog.Level.INFO));

  @AfterEach
  void end() {
    log.end();
    logger.setUseParentHandlers(true);
  }

  @Test
  void what_the_exporter_logs_is_one_line_of_the_agents_log() {
    Logger.getLogger("dev.plumbline.export.ProfileExporter").warning("cannot\nsend");
    assertThat(out.toString().lines()).containsExactly("[plumbline] WARN cannot send");
  }

  @Test
  void library_is_heard_if_it_warns() {
    Logger library = Logger.getLogger("dev.plumbline.library.io.netty.util.Platform");
    library.info("no direct buffers");
    library.warning("leak");
    assertThat(out.toString().lines()).containsExactly("[plumbline] WARN leak");
  }

  @Test
  void reset_of_the_log_manager_leaves_the_handler() {
    // What LogManager.reset does to each logger, without doing it to those of other tests.
    for (Handler handler : logger.getHandlers()) {
      logger.removeHandler(handler);
      handler.close();
    }
    logger.setLevel(null);
    logger.warning("still here");
    assertThat(out.toString().lines()).containsExactly("[plumbline] WARN still here");
  }

  @Test
  void nothing_comes_after_the_end() {
    log.end();
    log.close();
    logger.warning("too late");
    assertThat(out.toString()).isEmpty();
  }
}
