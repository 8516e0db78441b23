package dev.plumbline.api;

import dev.plumbline.api.json.JsonOut;
import dev.plumbline.api.request.ApiException;
import dev.plumbline.listen.Response;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * An answer that is known but not yet made: made only if the client has not got it already. Not
 * thread-safe: one for each request.
 *
 * @param fingerprint of the windows that it is made of; null if it is never the same twice
 */
record Answer(@Nullable Long fingerprint, Body body) {
  /** Makes the answer; may query the store. */
  interface Body {
    Response make() throws ApiException, IOException;
  }

  /** A JSON object over these windows. */
  static Answer json(long fingerprint, JsonOut.Members members) {
    return new Answer(fingerprint, () -> response(members));
  }

  /** A JSON object of this moment. */
  static Answer ofNow(JsonOut.Members members) {
    return new Answer(null, () -> response(members));
  }

  static Response response(JsonOut.Members members) throws IOException {
    return Response.of(200, "application/json", JsonOut.object(members));
  }
}
