package dev.plumbline.jvm;

import java.util.OptionalInt;

/**
 * Where names and lines of a {@code Method} are found: Method, ConstMethod, ConstantPool, the class
 * that owns it, and Symbols. Immutable.
 */
final class MethodFields {
  private static final int MAX_BYTES = 4096;

  final int constMethod;
  final int constMethodBytes;
  final int constants;
  final int constMethodWords;
  final int flags;
  final int hasLines;
  final int codeSize;
  final int nameIndex;
  final int signatureIndex;
  final int poolBytes;
  final int poolHolder;
  final int poolLength;
  final int sourceFileIndex;
  final int className;
  final int classConstants;
  final int symbolLength;
  final int symbolBody;
  final Unsigned5.Encoding encoding;

  MethodFields(VmStructs structs) throws UnsupportedJvmException {
    this.constMethod = structs.offset("Method._constMethod");
    this.constMethodBytes = structs.size("ConstMethod");
    this.constants = structs.offset("ConstMethod._constants");
    this.constMethodWords = structs.offset("ConstMethod._constMethod_size");
    this.flags = structs.firstOffset("ConstMethod._flags", "ConstMethod._flags._flags");
    this.codeSize = structs.offset("ConstMethod._code_size");
    this.nameIndex = structs.offset("ConstMethod._name_index");
    this.signatureIndex = structs.offset("ConstMethod._signature_index");
    this.poolBytes = structs.size("ConstantPool");
    this.poolHolder = structs.offset("ConstantPool._pool_holder");
    this.poolLength = structs.offset("ConstantPool._length");
    this.sourceFileIndex =
        structs.hasField("ConstantPool._source_file_name_index")
            ? structs.offset("ConstantPool._source_file_name_index")
            : -1;
    this.className = structs.offset("Klass._name");
    this.classConstants = structs.offset("InstanceKlass._constants");
    this.symbolLength = structs.offset("Symbol._length");
    this.symbolBody = structs.offset("Symbol._body");
    OptionalInt bit = structs.constant("ConstMethodFlags::_misc_has_linenumber_table");
    this.encoding = bit.isPresent() ? Unsigned5.Encoding.NULL_FREE : Unsigned5.Encoding.WITH_NULLS;
    OptionalInt oldBit = structs.constant("ConstMethod::_has_linenumber_table");
    if (bit.isEmpty() && oldBit.isEmpty()) {
      throw UnsupportedJvmException.missing("ConstMethod::_has_linenumber_table");
    }
    this.hasLines = bit.orElseGet(oldBit::getAsInt);
    checkSizes();
  }

  /** What is read at once must hold what is looked for in it. */
  private void checkSizes() throws UnsupportedJvmException {
    int constMethodLast =
        Math.max(
            Math.max(constants, constMethodWords),
            Math.max(Math.max(flags, codeSize), Math.max(nameIndex, signatureIndex)));
    int poolLast = Math.max(Math.max(poolHolder, poolLength), sourceFileIndex);
    check("ConstMethod", constMethodBytes, constMethodLast);
    check("ConstantPool", poolBytes, poolLast);
    check("Method", MAX_BYTES, constMethod);
    check("Klass", MAX_BYTES, Math.max(className, classConstants));
    check("Symbol", MAX_BYTES, Math.max(symbolLength, symbolBody));
  }

  private static void check(String type, int bytes, int last) throws UnsupportedJvmException {
    if (bytes > MAX_BYTES || last > bytes - 8) {
      throw new UnsupportedJvmException(
          "unsupported layout: " + type + " of " + bytes + " bytes has a field at " + last);
    }
  }

  /** Bytes of a class that hold its name and its constants. */
  int classBytes() {
    return Math.max(className, classConstants) + 8;
  }
}
