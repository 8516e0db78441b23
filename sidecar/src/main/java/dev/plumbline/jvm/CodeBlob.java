package dev.plumbline.jvm;

/**
 * The head of a piece of code in the code cache. Immutable.
 *
 * @param start address of the blob
 * @param codeBegin first address of its code
 * @param end address behind it
 * @param nameAddress where HotSpot keeps its name; names are never freed
 * @param name HotSpot's name: "nmethod", "native nmethod", that of a stub, or "Interpreter"
 * @param compileId number of the compilation, never used again in that JVM; 0 for stubs
 * @param method address of the compiled {@code Method}; 0 for stubs and if it was unloaded
 * @param descriptions where pcs are described
 * @param scopes where call levels are described
 * @param metadata where the addresses of methods stand
 */
record CodeBlob(
    long start,
    long codeBegin,
    long end,
    long nameAddress,
    String name,
    int compileId,
    long method,
    Range descriptions,
    Range scopes,
    Range metadata) {
  /** Bytes in the process. */
  record Range(long address, int bytes) {
    static final Range EMPTY = new Range(0, 0);
  }

  /** Code compiled from one method, or the wrapper of a native method. */
  boolean isMethod() {
    return compileId != 0 || name.endsWith("nmethod");
  }

  /** The wrapper of a native method: it has no byte codes. */
  boolean isNativeWrapper() {
    return name.startsWith("native");
  }

  boolean isInterpreter() {
    return name.equals("Interpreter");
  }

  boolean holds(long pc) {
    return Long.compareUnsigned(pc - start, end - start) < 0;
  }

  /**
   * The other head, read later, is that of the same code: its address was not used again. A method
   * that was unloaded since has lost its address.
   */
  boolean isSame(CodeBlob later) {
    return start == later.start
        && codeBegin == later.codeBegin
        && end == later.end
        && nameAddress == later.nameAddress
        && compileId == later.compileId
        && (method == later.method || later.method == 0);
  }
}
