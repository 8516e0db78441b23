package dev.plumbline.it.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.export.fake.ReceivedRequest;
import dev.plumbline.it.host.Launcher;
import java.io.FileOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The power fails at random points, on a disk that forgets what was not flushed and writes the rest
 * in any order. What was answered is sent all the same, and no file is broken. {@code
 * -Dplumbline.power.losses=20} for more than a few.
 */
@Tag("long")
class PowerLossIT extends ServeTestCase {
  private static final int LOSSES = Integer.getInteger("plumbline.power.losses", 4);
  private static final int SENDERS = 3;
  private static final int MOST_MILLIS = 4_000;
  private static final Pattern SERVICE = Pattern.compile("service-\\d+-\\d+-\\d+z");

  private final Random random = new Random();
  private ForgetfulDisk disk;

  /** Names of what was answered with 204. */
  private final Set<String> answered = new ConcurrentSkipListSet<>();

  @BeforeEach
  void makeDisk() throws Exception {
    Launcher.assumeRights();
    disk = ForgetfulDisk.mounted(launcher, directory);
    launcher.environment("STATE_DIRECTORY", disk.fileSystem().resolve("state").toString());
  }

  @AfterEach
  void removeDisk() throws Exception {
    launcher.close();
    if (disk != null) {
      disk.end();
    }
  }

  /** Else all that is below would prove nothing. */
  @Test
  void disk_keepsWhatWasFlushed_andForgetsTheRest() throws Exception {
    Path kept = disk.fileSystem().resolve("kept");
    Path forgotten = disk.fileSystem().resolve("forgotten");
    try (FileOutputStream out = new FileOutputStream(kept.toFile())) {
      out.write(1);
      out.getFD().sync();
    }
    Files.write(forgotten, new byte[1 << 20]);
    disk.losePower();
    disk.restorePower();
    assertThat(kept).hasBinaryContent(new byte[] {1});
    assertThat(Files.exists(forgotten) ? Files.size(forgotten) : 0).isZero();
  }

  @Test
  void whatWasAnswered_isSent_howeverOftenThePowerFails() throws Exception {
    Path config = Files.writeString(directory.resolve("c.yaml"), config("gadgets: {}\n"));
    byte[] profile = null;
    for (int loss = 0; loss < LOSSES; loss++) {
      collector.goDown();
      Process process = served(config);
      profile = profile == null ? profileOfItself() : profile;
      List<Thread> senders = startSenders(profile, loss);
      Thread.sleep(random.nextInt(MOST_MILLIS));
      disk.losePower();
      process.destroyForcibly().waitFor();
      for (Thread sender : senders) {
        sender.join();
      }
      disk.restorePower();
    }
    collector.comeUp();
    Process last = served(config);
    await(last, () -> received().containsAll(answered));
    assertThat(answered).isNotEmpty();
    System.out.printf(
        "%d losses of power: %d pushes answered, all received%n", LOSSES, answered.size());
    terminate(last);
  }

  /** It has found all files of queue and store as good as they were. */
  private Process served(Path config) throws Exception {
    Process process = serve(config);
    assertThat(log()).doesNotContain("set aside");
    return process;
  }

  private List<Thread> startSenders(byte[] profile, int loss) throws IOException {
    String path = "http://" + address("profiling_upload ") + "/profiling/upload?serviceName=";
    List<Thread> senders = new ArrayList<>();
    for (int sender = 0; sender < SENDERS; sender++) {
      String name = "service-" + loss + "-" + sender + "-";
      senders.add(new Thread(() -> send(path + name, name, profile)));
    }
    senders.forEach(Thread::start);
    return senders;
  }

  /** Until the daemon is gone; what is under way then is not answered for. */
  private void send(String address, String name, byte[] profile) {
    HttpClient client = HttpClient.newHttpClient();
    try {
      for (int i = 0; true; i++) {
        HttpRequest request =
            HttpRequest.newBuilder(URI.create(address + i + "z"))
                .POST(BodyPublishers.ofByteArray(profile))
                .build();
        if (client.send(request, BodyHandlers.discarding()).statusCode() == 204) {
          answered.add(name + i + "z");
        }
      }
    } catch (IOException expected) {
      // The daemon has ended.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private Set<String> received() {
    Set<String> services = new TreeSet<>();
    for (ReceivedRequest request : collector.stored()) {
      Matcher name = SERVICE.matcher(new String(request.body(), StandardCharsets.ISO_8859_1));
      while (name.find()) {
        services.add(name.group());
      }
    }
    return services;
  }
}
