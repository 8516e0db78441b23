package dev.plumbline.api;

/** What one path answers. Thread-safe. */
interface Endpoint {
  /** Reads the parameters, all of them, and says what the answer will be. */
  Answer prepare(Parameters parameters) throws ApiException;
}
