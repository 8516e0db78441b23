package dev.plumbline.tree;

import dev.plumbline.profile.Frame;
import dev.plumbline.store.dictionary.FunctionEntry;
import org.jspecify.annotations.Nullable;

/**
 * What makes a function one function for people: overloads that look the same are one, the same
 * name in two files are two. Immutable.
 *
 * @param name never empty
 * @param type word of the frame type
 * @param file source file; may be empty
 * @param module path of the object; may be empty
 */
public record FunctionName(String name, String type, String file, String module)
    implements Comparable<FunctionName> {
  /** The root of every tree. */
  public static final FunctionName TOTAL = new FunctionName("total", "total", "", "");

  public static FunctionName of(FunctionEntry entry) {
    return of(entry.name(), entry.type(), entry.file(), entry.module());
  }

  public static FunctionName of(Frame frame) {
    return of(
        frame.functionName(), frame.type().word(), frame.fileName(), frame.mapping().fileName());
  }

  /** Frames without a name share one box for each file: their addresses say nothing in a graph. */
  private static FunctionName of(String name, String type, String file, String module) {
    String shown =
        name.isEmpty() ? "[" + module.substring(module.lastIndexOf('/') + 1) + "]" : name;
    return new FunctionName(shown, type, file, module);
  }

  /** The box of all samples with that value of the attribute that groups. */
  public static FunctionName group(String key, @Nullable String value) {
    return new FunctionName(value == null ? "(no " + key + ")" : value, "group", "", "");
  }

  /** A number made of the words alone, so that it means the same in every range and every day. */
  public long key() {
    long hash = 0xcbf29ce484222325L;
    hash = add(hash, name);
    hash = add(hash, type);
    hash = add(hash, file);
    hash = add(hash, module);
    return mixed(hash);
  }

  private static long add(long hash, String word) {
    long sum = hash;
    for (int i = 0; i < word.length(); i++) {
      sum = (sum ^ word.charAt(i)) * 0x100000001b3L;
    }
    return (sum ^ 0x10000) * 0x100000001b3L;
  }

  /** The key of a box: of the function in it and of the box that holds it. */
  public static long boxKey(long parentKey, long functionKey) {
    return mixed(parentKey * 0x9e3779b97f4a7c15L + functionKey);
  }

  private static long mixed(long value) {
    long mixed = (value ^ value >>> 33) * 0xff51afd7ed558ccdL;
    mixed = (mixed ^ mixed >>> 33) * 0xc4ceb9fe1a85ec53L;
    return mixed ^ mixed >>> 33;
  }

  /** By name, then type, file and module. */
  @Override
  public int compareTo(FunctionName other) {
    int order = name.compareTo(other.name);
    if (order == 0) {
      order = type.compareTo(other.type);
    }
    if (order == 0) {
      order = file.compareTo(other.file);
    }
    return order == 0 ? module.compareTo(other.module) : order;
  }
}
