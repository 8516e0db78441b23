package dev.plumbline.selfprofile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.listen.ListenAddress;
import dev.plumbline.listen.ListenerSettings;
import dev.plumbline.listen.server.Listener;
import dev.plumbline.listen.server.ServerStack;
import dev.plumbline.pprof.PprofLimits;
import dev.plumbline.pprof.PprofProfile;
import dev.plumbline.pprof.PprofReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The recorder of the JVM that runs the test. */
class SelfProfilesTest {
  private final ServerStack stack = new ServerStack((listener, path, status, reason) -> {});
  private Listener listener;
  private volatile boolean isOver;
  private volatile long sink;

  @BeforeEach
  void open() throws Exception {
    listener =
        stack.open(
            ListenerSettings.builder("test", ListenAddress.loopback(0))
                .routes(SelfProfiles.routes())
                .build());
  }

  @AfterEach
  void close() {
    isOver = true;
    stack.close();
  }

  private HttpResponse<byte[]> get(String path) throws Exception {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create("http://" + listener.address() + path)).build(),
            BodyHandlers.ofByteArray());
  }

  private static PprofProfile read(HttpResponse<byte[]> answer) throws Exception {
    assertThat(answer.statusCode()).isEqualTo(200);
    return PprofReader.of(PprofLimits.PUSHED).read(answer.body());
  }

  private static boolean names(PprofProfile profile, String text) {
    for (int i = 1; i <= profile.functionCount(); i++) {
      if (profile.string(profile.functionName(i)).contains(text)) {
        return true;
      }
    }
    return false;
  }

  private void busyAllocation() {
    while (!isOver) {
      byte[] garbage = new byte[100_000];
      sink += garbage.length + (long) Math.sqrt(sink);
    }
  }

  @Test
  void allocs_nameWhoAllocates() throws Exception {
    Thread busy = new Thread(this::busyAllocation, "busy");
    busy.start();
    PprofProfile profile = read(get("/debug/pprof/allocs?seconds=2"));
    assertThat(profile.sampleTypeCount()).isEqualTo(2);
    assertThat(names(profile, "busyAllocation")).isTrue();
  }

  @Test
  void mutex_isAProfileWhereNobodyWaits() throws Exception {
    PprofProfile profile = read(get("/debug/pprof/mutex?seconds=1"));
    assertThat(profile.sampleTypeCount()).isEqualTo(2);
    assertThat(profile.string(profile.sampleType(0))).isEqualTo("contentions");
  }

  @Test
  void goroutine_hasThisThread() throws Exception {
    PprofProfile profile = read(get("/debug/pprof/goroutine"));
    assertThat(profile.string(profile.sampleType(0))).isEqualTo("goroutine");
    assertThat(names(profile, "goroutine_hasThisThread")).isTrue();
  }

  @Test
  void seconds_areBounded() throws Exception {
    assertThat(get("/debug/pprof/profile?seconds=0").statusCode()).isEqualTo(400);
    assertThat(get("/debug/pprof/profile?seconds=1000").statusCode()).isEqualTo(400);
  }
}
