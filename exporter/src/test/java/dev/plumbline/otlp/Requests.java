package dev.plumbline.otlp;

import dev.plumbline.export.sender.ExportRequest;
import dev.plumbline.otlp.oracle.DecodedRequest;
import dev.plumbline.otlp.oracle.LevelClasses;
import dev.plumbline.profile.ProfileWindow;
import java.util.List;

/** Windows encoded and read again by the generated classes of the level. */
final class Requests {
  private Requests() {}

  static LevelClasses classesOf(OtlpLevel level) {
    return switch (level) {
      case V1_8 -> LevelClasses.V1_8;
      case V1_9 -> LevelClasses.V1_9;
      case V1_10 -> LevelClasses.V1_10;
    };
  }

  /** All requests of that window, decoded by the classes of 1.10. */
  static List<DecodedRequest> all(OtlpEncoder.Builder encoder, ProfileWindow window) {
    return decoded(LevelClasses.V1_10, encoder.build().encode(window));
  }

  static List<DecodedRequest> decoded(LevelClasses classes, EncodedWindow encoded) {
    return encoded.requests().stream().map(request -> classes.decode(request.body())).toList();
  }

  /** The only request of that window under default configuration, at 1.10. */
  static DecodedRequest one(ProfileWindow window) {
    return one(OtlpEncoder.builder(OtlpLevel.V1_10), window);
  }

  static DecodedRequest one(OtlpEncoder.Builder encoder, ProfileWindow window) {
    List<DecodedRequest> requests = all(encoder, window);
    if (requests.size() != 1) {
      throw new AssertionError("expected one request, got " + requests.size());
    }
    return requests.get(0);
  }

  static byte[] bytes(ExportRequest request) {
    byte[] bytes = new byte[request.length()];
    request.body().get(bytes);
    return bytes;
  }

  static String hex(byte[] bytes) {
    StringBuilder text = new StringBuilder();
    for (byte b : bytes) {
      text.append(String.format("%02x", b));
    }
    return text.toString();
  }
}
