package dev.plumbline.kernel.unwind;

/**
 * Which variant of the programs this kernel took. Immutable.
 *
 * @param kernelReads programs may read kernel memory (no lockdown to confidentiality)
 * @param registersHelper user registers behind a system call come from a helper (5.15), not from
 *     arithmetic on the kernel stack
 * @param preallocated process entries are allocated in advance (before 6.1)
 * @param nativeFrames frames per program run
 * @param framePointersOnly the verifier refused everything that uses tables
 * @param shrinkShift ring and process map are smaller by this power of two, for want of lockable
 *     memory (before 5.11)
 */
public record SamplerVariant(
    boolean kernelReads,
    boolean registersHelper,
    boolean preallocated,
    int nativeFrames,
    boolean framePointersOnly,
    int shrinkShift) {
  SamplerVariant withPreallocation() {
    return new SamplerVariant(
        kernelReads, registersHelper, true, nativeFrames, framePointersOnly, shrinkShift);
  }

  SamplerVariant withHalfTheFrames() {
    return new SamplerVariant(
        kernelReads,
        registersHelper,
        preallocated,
        nativeFrames / 2,
        framePointersOnly,
        shrinkShift);
  }

  SamplerVariant withFramePointersOnly() {
    return new SamplerVariant(
        kernelReads,
        registersHelper,
        preallocated,
        SamplerOptions.NATIVE_FRAMES,
        true,
        shrinkShift);
  }

  SamplerVariant withSmallerMaps() {
    return new SamplerVariant(
        kernelReads,
        registersHelper,
        preallocated,
        nativeFrames,
        framePointersOnly,
        shrinkShift + 2);
  }
}
