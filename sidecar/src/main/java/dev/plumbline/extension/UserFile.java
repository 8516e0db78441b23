package dev.plumbline.extension;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.plumbline.fault.FaultText;
import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Users with their passwords in the form of Apache's {@code htpasswd}: a line {@code NAME:PASSWORD}
 * each, the password plain, as {@code {SHA}} or as {@code {SSHA}}. Passwords are compared in a time
 * that tells nothing of them. Immutable; a file is read at each use.
 *
 * @param inline lines in the configuration; null for none; they count before the file's
 * @param file null for none
 */
public record UserFile(@Nullable Secret inline, @Nullable Secret file) {
  private static final Logger logger = Logger.getLogger(UserFile.class.getName());
  private static final String SHA = "{SHA}";
  private static final String SALTED_SHA = "{SSHA}";
  private static final int SHA_BYTES = 20;

  /**
   * What is wrong with these lines, for a message without a password; null if nothing is. Hashes of
   * other kinds are named here, since nobody with one would get in.
   */
  public static @Nullable String fault(String lines) {
    for (String line : lines(lines)) {
      int colon = line.indexOf(':');
      if (colon < 1) {
        return "has a line that is no NAME:PASSWORD";
      }
      String name = line.substring(0, colon);
      String password = line.substring(colon + 1);
      if (password.startsWith("$")) {
        return "has for the user "
            + name
            + " a hash of a kind that is not known, expected plain, {SHA} or {SSHA}";
      }
    }
    return null;
  }

  private static List<String> lines(String text) {
    List<String> lines = new ArrayList<>();
    for (String line : text.split("\\R", -1)) {
      if (!line.isBlank() && !line.startsWith("#")) {
        lines.add(line.strip());
      }
    }
    return lines;
  }

  /** Whether this user has this password. */
  boolean knows(String name, String password) {
    for (Secret source : Arrays.asList(inline, file)) {
      if (source != null) {
        for (String line : lines(read(source))) {
          int colon = line.indexOf(':');
          if (colon > 0 && line.substring(0, colon).equals(name)) {
            return isSame(line.substring(colon + 1), password);
          }
        }
      }
    }
    return false;
  }

  private static String read(Secret source) {
    try {
      return source.read();
    } catch (IOException e) {
      logger.log(Level.WARNING, () -> "users of " + source + " cannot be read: " + FaultText.of(e));
      return "";
    }
  }

  private static boolean isSame(String stored, String password) {
    byte[] given = password.getBytes(UTF_8);
    if (!stored.startsWith(SHA) && !stored.startsWith(SALTED_SHA)) {
      return !stored.startsWith("$") && MessageDigest.isEqual(stored.getBytes(UTF_8), given);
    }
    byte[] known = decoded(stored.substring(stored.indexOf('}') + 1));
    if (known.length < SHA_BYTES) {
      return false;
    }
    byte[] digest = Arrays.copyOf(known, SHA_BYTES);
    byte[] salt = Arrays.copyOfRange(known, SHA_BYTES, known.length);
    return MessageDigest.isEqual(digest, sha(given, salt));
  }

  private static byte[] decoded(String base64) {
    try {
      return Base64.getDecoder().decode(base64);
    } catch (IllegalArgumentException e) {
      return new byte[0];
    }
  }

  private static byte[] sha(byte[] password, byte[] salt) {
    try {
      MessageDigest sha = MessageDigest.getInstance("SHA-1");
      sha.update(password);
      return sha.digest(salt);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
