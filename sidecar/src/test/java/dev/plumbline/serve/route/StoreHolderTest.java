package dev.plumbline.serve.route;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.listen.ListenAddress;
import dev.plumbline.listen.ListenerSettings;
import dev.plumbline.listen.server.Listener;
import dev.plumbline.listen.server.ServerStack;
import dev.plumbline.metric.Scrape;
import dev.plumbline.profile.ProfileWindow;
import dev.plumbline.serve.config.StoreConfig;
import dev.plumbline.serve.machine.ServeException;
import dev.plumbline.serve.machine.StateDirectory;
import dev.plumbline.store.Windows;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoreHolderTest {
  @TempDir Path directory;

  private final ServerStack stack = new ServerStack((listener, path, status, reason) -> {});
  private StateDirectory state;
  private StoreHolder holder;
  private Listener listener;

  @BeforeEach
  void open() throws Exception {
    state = StateDirectory.hold(directory.resolve("state"));
    holder = new StoreHolder(state, "test", List::of);
    listener =
        stack.open(
            ListenerSettings.builder("page", ListenAddress.loopback(0))
                .routes(holder.routes())
                .build());
  }

  @AfterEach
  void close() {
    stack.close();
    holder.close();
    state.close();
  }

  private static StoreConfig config(boolean isEnabled, Path at) {
    return new StoreConfig(isEnabled, at, Duration.ofHours(24), 64L << 20);
  }

  private String get(String path) throws Exception {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create("http://" + listener.address() + path)).build(),
            BodyHandlers.ofString())
        .body();
  }

  private void store(long value) {
    Router.StoreSink sink = holder.sink();
    assertThat(sink).isNotNull();
    store(sink, value);
  }

  private static void store(Router.StoreSink sink, long value) {
    long now = System.currentTimeMillis();
    ProfileWindow window = Windows.cpu("shop", now - 20_000, Windows.sample("main;f", value));
    sink.accept(window, null);
  }

  /** The window is on its way to the disk: the revision says when it is there. */
  private String top(String expected) throws Exception {
    String answer = "";
    for (int i = 0; i < 1000 && !answer.contains(expected); i++) {
      answer = get("/api/v1/top");
    }
    return answer;
  }

  @Test
  void window_that_was_accepted_is_in_the_answers_health_and_metrics() throws Exception {
    holder.change(config(true, null));
    store(7);
    assertThat(top("\"self\":70")).contains("\"name\":\"f\"", "\"self\":70");
    assertThat(state.path().resolve("store")).isDirectory();
    Scrape scrape = new Scrape();
    holder.collect(scrape);
    assertThat(holder.text()).endsWith("store");
  }

  @Test
  void store_that_is_switched_off_and_on_again_keeps_what_it_had() throws Exception {
    holder.change(config(true, null));
    store(7);
    top("\"self\":70");
    holder.change(config(false, null));
    assertThat(holder.sink()).isNull();
    assertThat(get("/api/v1/top")).contains("store_disabled");
    holder.change(config(true, null));
    assertThat(top("\"self\":70")).contains("\"self\":70");
  }

  @Test
  void other_directory_is_another_store_behind_the_same_routes() throws Exception {
    holder.change(config(true, null));
    store(7);
    top("\"self\":70");
    Path other = directory.resolve("other");
    holder.change(config(true, other));
    assertThat(get("/api/v1/top")).contains("no_data_yet");
    assertThat(Files.isDirectory(other)).isTrue();
  }

  @Test
  void window_that_still_goes_to_the_store_before_is_kept_there() throws Exception {
    holder.change(config(true, null));
    Router.StoreSink before = holder.sink();
    holder.change(config(true, directory.resolve("other")));
    store(before, 7);
    holder.closeReplaced();
    holder.change(config(true, null));
    assertThat(top("\"self\":70")).contains("\"self\":70");
  }

  @Test
  void store_that_cannot_be_opened_leaves_the_one_before() throws Exception {
    holder.change(config(true, null));
    Path file = Files.writeString(directory.resolve("file"), "");
    assertThatThrownBy(() -> holder.change(config(true, file.resolve("below"))))
        .isInstanceOf(ServeException.class)
        .hasMessageContaining("below");
    store(7);
    assertThat(top("\"self\":70")).contains("\"self\":70");
  }
}
