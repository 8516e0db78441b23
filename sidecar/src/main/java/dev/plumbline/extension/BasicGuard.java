package dev.plumbline.extension;

import dev.plumbline.listen.Guard;
import dev.plumbline.listen.RefusedException;
import dev.plumbline.listen.Request;
import dev.plumbline.listen.guard.BasicCredentials;

/** Asks for name and password of a known user. Thread-safe. */
final class BasicGuard implements Guard {
  private final UserFile users;

  BasicGuard(UserFile users) {
    this.users = users;
  }

  @Override
  public void check(Request request) throws RefusedException {
    String credentials = BasicCredentials.in(request.header("authorization"));
    int colon = credentials == null ? -1 : credentials.indexOf(':');
    if (credentials != null
        && colon >= 0
        && users.knows(credentials.substring(0, colon), credentials.substring(colon + 1))) {
      return;
    }
    throw RefusedException.unauthenticated("Basic", "name and password are needed");
  }
}
