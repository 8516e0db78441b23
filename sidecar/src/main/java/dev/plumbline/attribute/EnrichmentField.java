package dev.plumbline.attribute;

import dev.plumbline.container.Container;
import dev.plumbline.container.ContainerRuntime;
import dev.plumbline.gadget.Field;
import dev.plumbline.gadget.FieldKind;
import java.util.StringJoiner;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/**
 * The fields that every record of a process has, with the names and kinds of Inspektor Gadget (§5.1
 * of its study). {@code k8s.hostnetwork} and {@code k8s.owner.*} need the Kubernetes API: they
 * exist and stay empty, as do {@code k8s.podLabels} except under CRI-O.
 */
// Fields and functions without state are immutable, though nothing annotates them so.
@SuppressWarnings("ImmutableEnumChecker")
public enum EnrichmentField {
  PROC_COMM("proc.comm", Task::comm),
  PROC_PID("proc.pid", FieldKind.UINT32, task -> task.process().pid()),
  PROC_TID("proc.tid", FieldKind.UINT32, Task::tid),
  PROC_MNTNS_ID(
      "proc.mntns_id", FieldKind.UINT64, task -> task.process().placement().mountNamespace()),
  PROC_CREDS_UID(
      "proc.creds.uid",
      FieldKind.UINT32,
      task -> Integer.toUnsignedLong(task.process().credentials().uid())),
  PROC_CREDS_GID(
      "proc.creds.gid",
      FieldKind.UINT32,
      task -> Integer.toUnsignedLong(task.process().credentials().gid())),
  PROC_CREDS_USER("proc.creds.user", task -> task.process().credentials().user()),
  PROC_CREDS_GROUP("proc.creds.group", task -> task.process().credentials().group()),
  PROC_PARENT_COMM("proc.parent.comm", task -> task.process().parent().comm()),
  PROC_PARENT_PID("proc.parent.pid", FieldKind.UINT32, task -> task.process().parent().pid()),
  /** The leading thread of the parent: the kernel's parent of a process is a process. */
  PROC_PARENT_TID("proc.parent.tid", FieldKind.UINT32, task -> task.process().parent().pid()),

  K8S_NODE("k8s.node", task -> task.host().nodeName()),
  K8S_NAMESPACE("k8s.namespace", ofContainer(container -> container.pod().namespace())),
  K8S_POD_NAME("k8s.podName", ofContainer(container -> container.pod().name())),
  K8S_CONTAINER_NAME(
      "k8s.containerName", ofContainer(container -> container.pod().containerName())),
  K8S_HOSTNETWORK("k8s.hostnetwork", FieldKind.BOOL, task -> 0),
  K8S_POD_LABELS("k8s.podLabels", ofContainer(EnrichmentField::podLabels)),
  K8S_OWNER_KIND("k8s.owner.kind", task -> ""),
  K8S_OWNER_NAME("k8s.owner.name", task -> ""),

  RUNTIME_CONTAINER_NAME("runtime.containerName", ofContainer(Container::name)),
  RUNTIME_RUNTIME_NAME("runtime.runtimeName", ofContainer(EnrichmentField::runtimeName)),
  RUNTIME_CONTAINER_ID("runtime.containerId", ofContainer(container -> container.id().text())),
  RUNTIME_CONTAINER_PID(
      "runtime.containerPid", FieldKind.UINT32, numberOfContainer(Container::pid)),
  RUNTIME_CONTAINER_IMAGE_NAME("runtime.containerImageName", ofContainer(Container::imageName)),
  RUNTIME_CONTAINER_IMAGE_DIGEST(
      "runtime.containerImageDigest", ofContainer(Container::imageDigest)),
  /** Nanoseconds since 1970. */
  RUNTIME_CONTAINER_STARTED_AT(
      "runtime.containerStartedAt",
      FieldKind.INT64,
      numberOfContainer(Container::startedUnixNanos));

  private final Field field;
  private final Function<Task, String> text;
  private final ToLongFunction<Task> number;

  EnrichmentField(String fullName, Function<Task, String> text) {
    this.field = Field.of(fullName, FieldKind.STRING);
    this.text = text;
    this.number = task -> 0;
  }

  EnrichmentField(String fullName, FieldKind kind, ToLongFunction<Task> number) {
    this.field = Field.of(fullName, kind);
    this.text = task -> "";
    this.number = number;
  }

  private static Function<Task, String> ofContainer(Function<Container, String> text) {
    return task -> {
      Container container = task.process().container();
      return container == null ? "" : text.apply(container);
    };
  }

  private static ToLongFunction<Task> numberOfContainer(ToLongFunction<Container> number) {
    return task -> {
      Container container = task.process().container();
      return container == null ? 0 : number.applyAsLong(container);
    };
  }

  private static String runtimeName(Container container) {
    ContainerRuntime runtime = container.runtime();
    return runtime == null ? "" : runtime.text();
  }

  private static String podLabels(Container container) {
    StringJoiner labels = new StringJoiner(",");
    container.pod().labels().forEach((key, value) -> labels.add(key + "=" + value));
    return labels.toString();
  }

  /** Name and kind, without annotations. */
  public Field field() {
    return field;
  }

  /** Value of a text field; empty where it is not known, and of other kinds. */
  public String text(Task task) {
    return text.apply(task);
  }

  /** Value of a number, and of a truth as 1; 0 where it is not known, and of texts. */
  public long number(Task task) {
    return number.applyAsLong(task);
  }
}
