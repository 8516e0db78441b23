package dev.plumbline.it.page;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import dev.plumbline.it.jvm.Checkout;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Path;

/**
 * The page over the answers of a made-up shop, which the page's developers use too: it always has
 * the same services. Tests that need it slow, empty or broken answer in its place.
 */
final class MadeUpShop {
  private final Process node;
  private final String origin;

  private MadeUpShop(Process node, String origin) {
    this.node = node;
    this.origin = origin;
  }

  static MadeUpShop start() throws IOException {
    Path page = Checkout.root().resolve("sidecar/target/page");
    Process node =
        new ProcessBuilder("node", "dev/serve.mjs", "0", "site")
            .directory(page.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    BufferedReader out = new BufferedReader(new InputStreamReader(node.getInputStream(), UTF_8));
    String address = requireNonNull(out.readLine(), "the made-up shop did not start");
    return new MadeUpShop(node, address.substring(0, address.length() - 1));
  }

  /** Without a slash at the end. */
  String origin() {
    return origin;
  }

  void end() throws InterruptedException {
    node.destroyForcibly().waitFor();
  }
}
