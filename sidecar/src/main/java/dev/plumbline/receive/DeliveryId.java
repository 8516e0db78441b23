package dev.plumbline.receive;

import dev.plumbline.otlp.decode.OtlpProfile;
import dev.plumbline.otlp.decode.OtlpRequest;
import dev.plumbline.otlp.decode.OtlpResource;
import dev.plumbline.otlp.decode.OtlpScope;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * What tells a request that is sent again from a new one: the ids of its profiles, which OTLP wants
 * unique. Stateless.
 */
final class DeliveryId {
  private DeliveryId() {}

  /** Null if a profile has no id: it could be anybody's. */
  static @Nullable String of(OtlpRequest request) {
    MessageDigest ids = sha256();
    boolean isEmpty = true;
    for (OtlpResource resource : request.resources()) {
      for (OtlpScope scope : resource.scopes()) {
        for (OtlpProfile profile : scope.profiles()) {
          byte[] id = profile.profileId();
          if (isUnset(id)) {
            return null;
          }
          ids.update(id);
          isEmpty = false;
        }
      }
    }
    return isEmpty ? null : HexFormat.of().formatHex(ids.digest());
  }

  private static boolean isUnset(byte[] id) {
    for (byte b : id) {
      if (b != 0) {
        return false;
      }
    }
    return true;
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) { // every Java platform has it
      throw new AssertionError(e);
    }
  }
}
