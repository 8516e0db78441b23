package dev.plumbline.receive;

import dev.plumbline.listen.RefusedException;
import dev.plumbline.listen.Request;
import dev.plumbline.profile.Attribute;
import dev.plumbline.profile.Attributes;
import dev.plumbline.profile.Resource;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Whose profile it is, as query and headers of a push say. Stateless. */
final class QueryResource {
  private static final int MAX_CHARACTERS = 1_024;
  private static final int MAX_LABELS = 64;
  private static final String SERVICE_HEADER = "x-plumbline-service";

  private QueryResource() {}

  /**
   * {@code workload} sets {@code k8s.workload.name} and, without a service, {@code service.name};
   * {@code service} and {@code serviceName} are one, and so is the header; each {@code label=k:v}
   * is an attribute more.
   */
  static Resource of(Request request) throws RefusedException {
    List<Attribute> attributes = new ArrayList<>();
    for (String label : request.query().getOrDefault("label", List.of())) {
      int colon = label.indexOf(':');
      if (colon < 1) {
        throw new RefusedException(
            400, "label", "label is " + QueryWords.quoted(label) + ", expected KEY:VALUE");
      }
      if (attributes.size() == MAX_LABELS) {
        throw new RefusedException(
            400, "label", "the query has more than " + MAX_LABELS + " labels");
      }
      attributes.add(
          Attribute.of(
              bounded("label", label.substring(0, colon)),
              bounded("label", label.substring(colon + 1))));
    }
    String workload = parameter(request, "workload");
    if (workload != null) {
      attributes.add(Attribute.of("k8s.workload.name", workload));
    }
    String service = service(request);
    if (service != null || workload != null) {
      attributes.add(
          Attribute.of("service.name", service == null ? String.valueOf(workload) : service));
    }
    return Resource.of(Attributes.of(attributes));
  }

  /** Null if nobody says it. */
  private static @Nullable String service(Request request) throws RefusedException {
    String service = parameter(request, "service");
    if (service == null) {
      service = parameter(request, "serviceName");
    }
    String header = request.header(SERVICE_HEADER);
    return service == null && header != null && !header.isBlank()
        ? bounded(SERVICE_HEADER, header.strip())
        : service;
  }

  private static @Nullable String parameter(Request request, String name) throws RefusedException {
    String value = request.parameter(name);
    return value == null || value.isBlank() ? null : bounded(name, value.strip());
  }

  private static String bounded(String name, String value) throws RefusedException {
    if (value.length() > MAX_CHARACTERS) {
      throw new RefusedException(
          400, "name", name + " has " + value.length() + " characters, at most " + MAX_CHARACTERS);
    }
    return value;
  }
}
