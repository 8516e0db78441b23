package dev.plumbline.serve.config;

import dev.plumbline.listen.ConnectionRules;
import dev.plumbline.listen.ListenAddress;
import dev.plumbline.yaml.Problems;
import dev.plumbline.yaml.SourcePosition;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Refuses receivers that name one endpoint and cannot share a listener, and a page on the endpoint
 * of one. Stateless.
 */
final class SharedEndpoints {
  private SharedEndpoints() {}

  static void check(List<ReceiverSettings> receivers, PageConfig page, Problems problems) {
    Map<ListenAddress, List<ReceiverSettings>> byAddress = new LinkedHashMap<>();
    for (ReceiverSettings receiver : receivers) {
      List<ReceiverSettings> sharing =
          byAddress.computeIfAbsent(receiver.endpoint().address(), first -> new ArrayList<>());
      for (ReceiverSettings other : sharing) {
        check(receiver, other, problems);
      }
      sharing.add(receiver);
    }
    ListenAddress ofPage = page.endpoint().address();
    List<ReceiverSettings> beside = byAddress.getOrDefault(ofPage, List.of());
    if (page.isEnabled() && ofPage.port() != 0 && !beside.isEmpty()) {
      problems.add(
          SourcePosition.of("page"),
          "its endpoint "
              + ofPage
              + " is that of receiver "
              + beside.get(0).name()
              + ", expected another");
    }
  }

  private static void check(ReceiverSettings one, ReceiverSettings other, Problems problems) {
    if (one.kind() == other.kind()) {
      refuse(one, other, "and both take the same requests, expected another endpoint", problems);
    }
    if (!Objects.equals(one.endpoint().tls(), other.endpoint().tls())) {
      refuse(one, other, "expected the same tls of both", problems);
    }
    if (!one.endpoint().ingestionKeys().equals(other.endpoint().ingestionKeys())) {
      refuse(one, other, "expected the same ingestion-keys of both", problems);
    }
    ConnectionRules rules = one.options().rules();
    ConnectionRules others = other.options().rules();
    if (rules != null && others != null && !rules.equals(others)) {
      refuse(one, other, "expected the same timeouts and keep_alives_enabled of both", problems);
    }
  }

  private static void refuse(
      ReceiverSettings one, ReceiverSettings other, String expected, Problems problems) {
    problems.add(
        SourcePosition.of("receiver " + one.name()),
        "shares " + one.endpoint().address() + " with " + other.name() + ", " + expected);
  }
}
