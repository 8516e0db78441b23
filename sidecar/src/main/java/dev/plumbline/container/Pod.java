package dev.plumbline.container;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * The Kubernetes pod of a container as the runtime's files tell it. Immutable.
 *
 * @param namespace empty if not known, as are the next three
 * @param name of the pod
 * @param uid with dashes
 * @param containerName the container's name in the pod's specification
 * @param labels of the pod, in the order of their keys; only CRI-O keeps them in files
 */
public record Pod(
    String namespace, String name, String uid, String containerName, Map<String, String> labels) {
  /** Not in a pod, or nothing is known. */
  public static final Pod NONE = new Pod("", "", "", "", Map.of());

  /** Copies the labels. */
  public Pod {
    labels = Collections.unmodifiableMap(new TreeMap<>(labels));
  }

  public Pod withUid(String newUid) {
    return new Pod(namespace, name, newUid, containerName, labels);
  }
}
