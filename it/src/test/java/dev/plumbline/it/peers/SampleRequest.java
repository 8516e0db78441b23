package dev.plumbline.it.peers;

import dev.plumbline.export.sender.ExportRequest;
import dev.plumbline.otlp.OtlpEncoder;
import dev.plumbline.profile.Attribute;
import dev.plumbline.profile.Attributes;
import dev.plumbline.profile.Frame;
import dev.plumbline.profile.FrameType;
import dev.plumbline.profile.Link;
import dev.plumbline.profile.Profile;
import dev.plumbline.profile.ProfileType;
import dev.plumbline.profile.ProfileWindow;
import dev.plumbline.profile.Resource;
import dev.plumbline.profile.Sample;
import dev.plumbline.profile.Scope;
import dev.plumbline.profile.StackTrace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** One sample with one attribute, as an encoder of the test's choice writes it. */
final class SampleRequest {
  /** The sample's value. */
  static final long VALUE = 4711;

  private SampleRequest() {}

  /** Service {@code bench}, profile {@code samples/count}, leaf {@code App.run}, of this moment. */
  static Path write(OtlpEncoder encoder, Path file) throws IOException {
    final Profile profile =
        Profile.builder(
                Resource.of(Attributes.of(Attribute.of("service.name", "bench"))),
                Scope.of("plumbline", "it"),
                ProfileType.builder("samples", "count").periodType("cpu", "nanoseconds").build())
            .interval(System.currentTimeMillis() * 1_000_000, 1_000_000_000)
            .samples(
                List.of(
                    Sample.of(
                        StackTrace.of(Frame.named("App.run", FrameType.JVM)),
                        Attributes.of(Attribute.of("thread.name", "main")),
                        Link.NONE,
                        VALUE)))
            .build();
    final ExportRequest request =
        encoder.encode(ProfileWindow.of(List.of(profile))).requests().get(0);
    final byte[] body = new byte[request.length()];
    request.body().get(body);
    return Files.write(file, body);
  }
}
