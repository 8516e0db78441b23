package dev.plumbline.kernel;

import dev.plumbline.kernel.btf.Btf;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A loaded object: its programs and maps by name. Owns what it created, not the maps shared with
 * it. Look-ups are thread-safe; {@link #close()} is idempotent and for the owner.
 */
public final class BpfObject implements AutoCloseable {
  private final String name;
  private final Btf btf;
  private final Map<String, BpfMap> owned;
  private final Map<String, BpfMap> shared;
  private final Map<String, BpfProgram> programs;

  BpfObject(
      String name,
      Btf btf,
      Map<String, BpfMap> owned,
      Map<String, BpfMap> shared,
      Map<String, BpfProgram> programs) {
    this.name = name;
    this.btf = btf;
    this.owned = new LinkedHashMap<>(owned);
    this.shared = Map.copyOf(shared);
    this.programs = new LinkedHashMap<>(programs);
  }

  /** The object's types. */
  public Btf btf() {
    return btf;
  }

  /** A map by the name of its variable; fails when there is none. */
  public BpfMap map(String map) {
    BpfMap own = owned.get(map);
    return require(own != null ? own : shared.get(map), "map", map);
  }

  /** A program by the name of its function; fails when there is none or it was skipped. */
  public BpfProgram program(String program) {
    return require(programs.get(program), "program", program);
  }

  private <T> T require(@Nullable T found, String what, String wanted) {
    if (found == null) {
      throw new IllegalArgumentException(name + " has no " + what + " " + wanted);
    }
    return found;
  }

  /** Programs by name, in file order. */
  public Map<String, BpfProgram> programs() {
    return Collections.unmodifiableMap(programs);
  }

  /** Maps that this object created, by name. */
  public Map<String, BpfMap> maps() {
    return Collections.unmodifiableMap(owned);
  }

  @Override
  public void close() {
    programs.values().forEach(BpfProgram::close);
    owned.values().forEach(BpfMap::close);
  }
}
