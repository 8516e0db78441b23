package dev.plumbline.otlp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.otlp.oracle.DecodedRequest;
import dev.plumbline.otlp.oracle.OtlpChecklist;
import dev.plumbline.profile.Attribute;
import dev.plumbline.profile.Attributes;
import dev.plumbline.profile.Profile;
import dev.plumbline.profile.ProfileWindow;
import dev.plumbline.profile.Resource;
import dev.plumbline.profile.Sample;
import dev.plumbline.profile.Scope;
import dev.plumbline.profile.StackTrace;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Items 10 to 17 of §8 of the OTLP study. */
class ResourceItemsTest {
  private static final StackTrace RUN = Windows.stack("com.example.App.run");

  @Test
  void item10_serviceNameIsAlwaysAString_unknownServiceIfNobodySaid() {
    assertThat(sent(Resource.of(Attributes.EMPTY)))
        .containsExactly(Map.entry("service.name", "unknown_service"));
    assertThat(sent(Resource.of(Attributes.of(Attribute.of("service.name", "")))))
        .containsEntry("service.name", "unknown_service");
    assertThat(sent(Resource.of(Attributes.of(Attribute.of("service.name", 42)))))
        .containsEntry("service.name", "42");
  }

  @Test
  void item11_scopeHasNameAndVersion() {
    DecodedRequest.Scope named = scopeOf(Scope.of("probe", "2.1"));
    DecodedRequest.Scope nameless = scopeOf(Scope.of("", ""));

    assertThat(named.name() + " " + named.version()).isEqualTo("probe 2.1");
    assertThat(nameless.name() + " " + nameless.version()).isEqualTo("plumbline unknown");
  }

  @Test
  void item12_keysAreInlineAndUnique() {
    // Two keys that are equal once they are cut.
    String prefix = "k".repeat(1_024);
    Resource resource =
        Windows.resource("demo", Attribute.of(prefix + "a", "1"), Attribute.of(prefix + "b", "1"));
    DecodedRequest request = Requests.one(windowOf(resource));

    assertThat(OtlpChecklist.byDefault().check(request)).isEmpty();
    assertThat(request.resources().get(0).attributes()).hasSize(2);
    assertThat(request.resources().get(0).droppedAttributes()).isEqualTo(1);
    assertThat(request.resources().get(0).attributes())
        .allSatisfy(attribute -> assertThat(attribute.keyReference()).isZero());
  }

  @Test
  void item13_valuesAreShortStringsOrIntegers() {
    Resource resource =
        Windows.resource(
            "demo",
            Attribute.of("cut", "é".repeat(1_500)),
            Attribute.of("empty", ""),
            Attribute.of("flag", true),
            Attribute.of("half", 0.5),
            Attribute.of("number", -7),
            Attribute.ofLongs("numbers", List.of(1L, 2L)),
            Attribute.ofStrings("words", List.of("a", "b")),
            Attribute.ofStrings("nothing", List.of()));
    DecodedRequest request = Requests.one(windowOf(resource));

    assertThat(byKey(request.resources().get(0).attributes()))
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                "service.name", "demo",
                "cut", "é".repeat(1_024),
                "flag", "true",
                "half", "0.5",
                "number", -7L,
                "numbers", "1, 2",
                "words", "a, b"));
    assertThat(request.resources().get(0).droppedAttributes()).isEqualTo(2);
    assertThat(OtlpChecklist.byDefault().check(request)).isEmpty();
  }

  @Test
  void item13_withTheSwitchKindsStay_andPprofAttributesAlwaysKeepTheirs() {
    OtlpEncoder.Builder all =
        OtlpEncoder.builder(OtlpLevel.V1_10).attributeKinds(AttributeKinds.ALL);
    Attributes order =
        Attributes.of(Attribute.ofLongs("pprof.scope.sample_type_order", List.of(1L, 0L)));
    Resource resource =
        Windows.resource("demo", Attribute.of("flag", true), Attribute.of("half", 0.5));
    DecodedRequest request = Requests.one(all, windowOf(resource));

    assertThat(byKey(request.resources().get(0).attributes()))
        .containsEntry("flag", true)
        .containsEntry("half", 0.5);
    assertThat(byKey(scopeOf(Scope.of("s", "1", order)).attributes()))
        .containsEntry("pprof.scope.sample_type_order", List.of(1L, 0L));
  }

  @Test
  void item14_atMost25AttributesWithTheScope_theMostTellingStay() {
    List<Attribute> many = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      many.add(Attribute.of("a.filler" + i, "v"));
    }
    many.add(Attribute.of("service.version", "1"));
    many.add(Attribute.of("k8s.pod.name", "p"));
    many.add(Attribute.of("process.pid", 1));
    many.add(Attribute.of("team", "blue"));
    Resource resource = Windows.resource("demo", many.toArray(new Attribute[0]));
    Scope scope = Scope.of("s", "1", Attributes.of(Attribute.of("own", "x")));
    DecodedRequest request = Requests.one(windowOf(resource, scope));

    assertThat(request.resources().get(0).attributes()).hasSize(25);
    assertThat(request.resources().get(0).droppedAttributes()).isEqualTo(20);
    assertThat(byKey(request.resources().get(0).attributes()))
        .containsKeys("service.name", "service.version", "k8s.pod.name", "process.pid");
    assertThat(request.resources().get(0).scopes().get(0).attributes()).isEmpty();
    assertThat(request.resources().get(0).scopes().get(0).droppedAttributes()).isEqualTo(1);
    assertThat(OtlpChecklist.byDefault().check(request)).isEmpty();
  }

  @Test
  void item14_filterChoosesAttributes_neverServiceName() {
    Resource resource =
        Windows.resource(
            "demo",
            Attribute.of("k8s.pod.name", "p"),
            Attribute.of("k8s.pod.uid", "u"),
            Attribute.of("host.name", "h"));
    OtlpEncoder.Builder filtered =
        OtlpEncoder.builder(OtlpLevel.V1_10)
            .attributeFilter(AttributeFilter.of(List.of("k8s.*"), List.of("k8s.pod.uid")));
    DecodedRequest.Resource sent = Requests.one(filtered, windowOf(resource)).resources().get(0);

    assertThat(byKey(sent.attributes())).containsOnlyKeys("service.name", "k8s.pod.name");
    assertThat(sent.droppedAttributes()).isEqualTo(2);
  }

  @Test
  void item15_ofKeysThatCollideTheDottedOneOfTheResourceStays() {
    Resource resource =
        Windows.resource(
            "demo",
            Attribute.of("k8s.pod", "dotted"),
            Attribute.of("k8s_pod", "other"),
            Attribute.of("zone.name", "same"),
            Attribute.of("zone_name", "same"));
    Scope scope =
        Scope.of("s", "1", Attributes.of(Attribute.of("k8s.pod", "x"), Attribute.of("own", "o")));
    DecodedRequest request = Requests.one(windowOf(resource, scope));

    assertThat(byKey(request.resources().get(0).attributes()))
        .containsEntry("k8s.pod", "dotted")
        .doesNotContainKey("k8s_pod")
        .containsEntry("zone.name", "same")
        .containsEntry("zone_name", "same");
    assertThat(request.resources().get(0).droppedAttributes()).isEqualTo(1);
    assertThat(byKey(request.resources().get(0).scopes().get(0).attributes()))
        .containsOnlyKeys("own");
    assertThat(OtlpChecklist.byDefault().check(request)).isEmpty();
  }

  @Test
  void item15_sampleAttributeThatCollidesWithTheResource_isLeftOut() {
    Resource resource = Windows.resource("demo", Attribute.of("host.name", "h1"));
    DecodedRequest request =
        Requests.one(
            Windows.window(
                Windows.profile(
                    resource,
                    Windows.CPU,
                    Windows.with(
                        RUN,
                        1,
                        Attribute.of("host_name", "h2"),
                        Attribute.of("thread.name", "t")))));

    assertThat(request.rows().get(0).attributes()).containsOnlyKeys("thread.name");
  }

  @Test
  void item16_schemaUrlStandsOnBothLevelsOrNowhere() {
    String url = "https://opentelemetry.io/schemas/1.44.0";
    DecodedRequest without = Requests.one(Windows.full());
    DecodedRequest with =
        Requests.one(OtlpEncoder.builder(OtlpLevel.V1_10).schemaUrl(url), Windows.full());

    assertThat(without.resources().get(0).schemaUrl()).isEmpty();
    assertThat(with.resources()).hasSize(2);
    assertThat(with.resources())
        .allSatisfy(
            resource -> {
              assertThat(resource.schemaUrl()).isEqualTo(url);
              assertThat(resource.scopes().get(0).schemaUrl()).isEqualTo(url);
            });
    assertThat(OtlpChecklist.byDefault().check(with)).isEmpty();
    OtlpEncoder.Builder wrong =
        OtlpEncoder.builder(OtlpLevel.V1_10).schemaUrl("http://example.com");
    assertThatThrownBy(wrong::build).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void item17_serviceNameStaysOnASampleOnlyIfItIsTheResources() {
    DecodedRequest request =
        Requests.one(
            Windows.cpu(
                Windows.with(RUN, 1, Attribute.of("service.name", "other")),
                Windows.with(RUN, 2, Attribute.of("service.name", "demo")),
                Sample.of(RUN, 4)));

    // Without its service name the first sample equals the third.
    assertThat(request.rows()).hasSize(2);
    assertThat(request.rows().get(0).attributes()).isEmpty();
    assertThat(request.rows().get(0).value()).isEqualTo(5);
    assertThat(request.rows().get(1).attributes()).containsEntry("service.name", "demo");
    assertThat(OtlpChecklist.byDefault().check(request)).isEmpty();
  }

  private static ProfileWindow windowOf(Resource resource) {
    return windowOf(resource, Windows.SCOPE);
  }

  private static ProfileWindow windowOf(Resource resource, Scope scope) {
    return Windows.window(
        Profile.builder(resource, scope, Windows.CPU)
            .interval(Windows.START, Windows.DURATION)
            .samples(List.of(Sample.of(RUN, 1)))
            .build());
  }

  private static Map<String, Object> sent(Resource resource) {
    return byKey(Requests.one(windowOf(resource)).resources().get(0).attributes());
  }

  private static DecodedRequest.Scope scopeOf(Scope scope) {
    return Requests.one(windowOf(Windows.DEMO, scope)).resources().get(0).scopes().get(0);
  }

  private static Map<String, Object> byKey(List<DecodedRequest.InlineAttribute> attributes) {
    return attributes.stream()
        .collect(
            Collectors.toMap(
                DecodedRequest.InlineAttribute::key, DecodedRequest.InlineAttribute::value));
  }
}
