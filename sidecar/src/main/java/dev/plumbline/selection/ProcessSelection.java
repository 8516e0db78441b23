package dev.plumbline.selection;

import dev.plumbline.attribute.ChosenOwner;
import dev.plumbline.gadget.DataSource;
import dev.plumbline.kernel.unwind.SamplerOptions;
import dev.plumbline.kernel.unwind.SamplerOptions.Switch;
import dev.plumbline.probe.RunException;
import dev.plumbline.record.Condition;
import dev.plumbline.record.ConditionText;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * Which processes and threads are wanted (§6.1 of the study of Inspektor Gadget), by numbers and
 * names. The kernel leaves out the others where it can, and what comes from it is checked again.
 * Immutable.
 */
public final class ProcessSelection {
  private static final String PID = "proc.pid";
  private static final String TID = "proc.tid";
  private static final String COMM = "proc.comm";
  private static final String UID = "proc.creds.uid";
  private static final String GID = "proc.creds.gid";

  /** The fields with the names of what others number. */
  private static final Map<String, String> NAMES =
      Map.of(UID, "proc.creds.user", GID, "proc.creds.group");

  /** As the kernel cuts names of threads. */
  private static final int MAX_COMM_BYTES = 15;

  private final Map<String, String> equal;

  private ProcessSelection(Builder builder) {
    this.equal = new LinkedHashMap<>(builder.equal);
  }

  public static Builder builder() {
    return new Builder();
  }

  /** The one process that is wanted; empty for any. */
  public OptionalInt pid() {
    String pid = equal.get(PID);
    return pid == null ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(pid));
  }

  /** The owner whose processes are wanted. */
  public ChosenOwner owner() {
    return new ChosenOwner(unsigned(UID), unsigned(GID));
  }

  private OptionalInt unsigned(String field) {
    String id = equal.get(field);
    return id == null ? OptionalInt.empty() : OptionalInt.of(Integer.parseUnsignedInt(id));
  }

  /** Whether records of threads must be told apart. */
  public boolean namesThread() {
    return equal.containsKey(TID);
  }

  /** What the kernel can leave out; the selected process is named to it once it is loaded. */
  public void restrict(SamplerOptions.Builder options) {
    if (equal.containsKey(PID)) {
      options.with(Switch.SELECTED_PROCESSES);
    }
    options.selectedTid(Integer.parseInt(equal.getOrDefault(TID, "0")));
    options.selectedComm(equal.getOrDefault(COMM, ""));
    owner().uid().ifPresent(options::selectedUid);
    owner().gid().ifPresent(options::selectedGid);
  }

  /**
   * Conditions on the records of a data source.
   *
   * @param undecided told of each record that is left out because its process had ended before its
   *     owner was read
   * @throws RunException if the data source lacks a field that is needed
   */
  public List<Condition> conditions(DataSource dataSource, Runnable undecided) {
    List<Condition> conditions = new ArrayList<>();
    equal.forEach(
        (field, value) -> {
          if (dataSource.indexOf(field) < 0) {
            throw new RunException(
                "data source \""
                    + dataSource.name()
                    + "\" has no field \""
                    + field
                    + "\", its records cannot be selected by it");
          }
          Condition isEqual = ConditionText.parse(field + "==" + value, dataSource);
          int name = dataSource.indexOf(NAMES.getOrDefault(field, ""));
          conditions.add(name < 0 ? isEqual : ifKnown(name, isEqual, undecided));
        });
    return conditions;
  }

  /** An owner that was read has a name, or a text with its number; one that was not has none. */
  private static Condition ifKnown(int name, Condition isEqual, Runnable undecided) {
    return (batch, record) -> {
      boolean isKnown = !batch.text(record, name).isEmpty();
      if (!isKnown) {
        undecided.run();
      }
      return isKnown && isEqual.holds(batch, record);
    };
  }

  /** Confined to the thread that builds. */
  public static final class Builder {
    private final Map<String, String> equal = new LinkedHashMap<>();

    private Builder() {}

    /** Only records whose integer field has that value. */
    public Builder number(String field, long value) {
      equal.put(field, Long.toString(value));
      return this;
    }

    /** Only threads of that name; the kernel keeps its first 15 bytes. */
    public Builder comm(String comm) {
      byte[] bytes = comm.getBytes(StandardCharsets.UTF_8);
      int length = Math.min(bytes.length, MAX_COMM_BYTES);
      equal.put(COMM, new String(bytes, 0, length, StandardCharsets.UTF_8));
      return this;
    }

    public ProcessSelection build() {
      return new ProcessSelection(this);
    }
  }
}
