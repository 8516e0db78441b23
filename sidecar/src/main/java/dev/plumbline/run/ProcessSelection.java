package dev.plumbline.run;

import dev.plumbline.gadget.DataSource;
import dev.plumbline.gadget.Field;
import dev.plumbline.gadget.RecordBatch;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * Which processes and containers are wanted (§5.4, §6.1 of the study of Inspektor Gadget): numbers
 * and names of processes, comma lists of container attributes in which {@code !} excludes, and
 * whether processes outside of containers count. Immutable.
 */
public final class ProcessSelection {
  /** As ig cuts names of commands. */
  private static final int MAX_COMM = 15;

  private static final int ID_LENGTH = 12;

  private final Map<String, String> equal;
  private final Map<String, String> lists;
  private final String labels;
  private final boolean isContainersOnly;

  private ProcessSelection(Builder builder) {
    this.equal = new LinkedHashMap<>(builder.equal);
    this.lists = new LinkedHashMap<>(builder.lists);
    this.labels = builder.labels;
    this.isContainersOnly = builder.isContainersOnly;
  }

  public static Builder builder() {
    return new Builder();
  }

  /** The one process that is wanted; empty for any. */
  public OptionalInt pid() {
    String pid = equal.get("proc.pid");
    return pid == null ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(pid));
  }

  /** Whether records of threads must be told apart. */
  public boolean namesThread() {
    return equal.containsKey("proc.tid");
  }

  /**
   * Conditions on the records of a data source.
   *
   * @throws RunException if the data source lacks a field that is needed
   */
  List<Condition> conditions(DataSource dataSource) {
    List<Condition> conditions = new ArrayList<>();
    equal.forEach(
        (field, value) -> {
          require(dataSource, field);
          conditions.add(ConditionText.parse(field + "==" + value, dataSource));
        });
    lists.forEach((field, list) -> conditions.add(inList(dataSource, field, list)));
    if (!labels.isEmpty()) {
      conditions.add(hasLabels(dataSource));
    }
    if (isContainersOnly) {
      int id = require(dataSource, "runtime.containerId");
      conditions.add((batch, record) -> !batch.text(record, id).isEmpty());
    }
    return conditions;
  }

  private static int require(DataSource dataSource, String field) {
    int index = dataSource.indexOf(field);
    if (index < 0) {
      throw new RunException(
          "data source \""
              + dataSource.name()
              + "\" has no field \""
              + field
              + "\", its records cannot be selected by it");
    }
    return index;
  }

  private static Condition inList(DataSource dataSource, String fieldName, String list) {
    int index = require(dataSource, fieldName);
    Field field = dataSource.field(index);
    boolean isId = fieldName.endsWith("Digest") || fieldName.endsWith("containerImageId");
    List<String> wanted = new ArrayList<>();
    List<String> unwanted = new ArrayList<>();
    for (String part : list.split(",", -1)) {
      String name = part.strip();
      if (name.startsWith("!")) {
        unwanted.add(name.substring(1));
      } else if (!name.isEmpty()) {
        wanted.add(name);
      }
    }
    if (!field.kind().isText()) {
      throw new RunException("field " + field + " is no text, records cannot be selected by it");
    }
    return (batch, record) -> {
      String value = batch.text(record, index);
      return (wanted.isEmpty() || isAmong(wanted, value, isId)) && !isAmong(unwanted, value, isId);
    };
  }

  /** Digests compare by their first twelve characters, as ig has it. */
  private static boolean isAmong(List<String> names, String value, boolean isId) {
    if (!isId) {
      return names.contains(value);
    }
    String shortValue = shortId(value);
    return !shortValue.isEmpty()
        && names.stream().map(ProcessSelection::shortId).anyMatch(shortValue::equals);
  }

  private static String shortId(String id) {
    String bare = id.substring(id.indexOf(':') + 1);
    return bare.substring(0, Math.min(ID_LENGTH, bare.length()));
  }

  private Condition hasLabels(DataSource dataSource) {
    int index = require(dataSource, "k8s.podLabels");
    List<String> wanted = List.of(labels.split(",", -1));
    return (batch, record) -> hasAll(wanted, batch, record, index);
  }

  private static boolean hasAll(List<String> wanted, RecordBatch batch, int record, int field) {
    List<String> held = List.of(batch.text(record, field).split(",", -1));
    for (String label : wanted) {
      String pair = label.strip();
      boolean isUnwanted = pair.startsWith("!");
      if (held.contains(isUnwanted ? pair.substring(1) : pair) == isUnwanted) {
        return false;
      }
    }
    return true;
  }

  /** Confined to the thread that builds. */
  public static final class Builder {
    private final Map<String, String> equal = new LinkedHashMap<>();
    private final Map<String, String> lists = new LinkedHashMap<>();
    private String labels = "";
    private boolean isContainersOnly;

    private Builder() {}

    /** Only records whose integer field has that value. */
    public Builder number(String field, long value) {
      equal.put(field, Long.toString(value));
      return this;
    }

    /** Only that command; the kernel keeps its first 15 bytes. */
    public Builder comm(String comm) {
      equal.put("proc.comm", comm.length() > MAX_COMM ? comm.substring(0, MAX_COMM) : comm);
      return this;
    }

    /** Only records whose text field is among the list, or is not where names begin with "!". */
    public Builder list(String field, String list) {
      if (!list.isBlank()) {
        lists.put(field, list);
      }
      return this;
    }

    /** Only pods with all those labels, {@code k=v,…}; {@code !k=v} for pods without one. */
    public Builder labels(String labels) {
      this.labels = labels.strip();
      return this;
    }

    /** Leaves out what runs in no container: {@code --host=false}. */
    public Builder containersOnly() {
      isContainersOnly = true;
      return this;
    }

    public ProcessSelection build() {
      return new ProcessSelection(this);
    }
  }
}
