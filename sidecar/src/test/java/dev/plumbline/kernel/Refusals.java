package dev.plumbline.kernel;

/** Failures of system calls as a kernel would give them. */
public final class Refusals {
  private Refusals() {}

  /** The verifier's. */
  public static VerifierException ofVerifier(int errno, String log) {
    return new VerifierException("sample_cpu", errno, log);
  }

  /** Of any other call. */
  public static SystemCallException ofCall(int errno) {
    return new SystemCallException("create map samples", errno);
  }
}
