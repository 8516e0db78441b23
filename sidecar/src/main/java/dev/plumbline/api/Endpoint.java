package dev.plumbline.api;

import dev.plumbline.api.request.ApiException;
import dev.plumbline.api.request.Parameters;

/** What one path answers. Thread-safe. */
interface Endpoint {
  /** Reads the parameters, all of them, and says what the answer will be. */
  Answer prepare(Parameters parameters) throws ApiException;
}
