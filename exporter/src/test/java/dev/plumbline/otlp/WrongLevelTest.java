package dev.plumbline.otlp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.export.sender.ExportRequest;
import dev.plumbline.otlp.oracle.DecodedRequest;
import dev.plumbline.otlp.oracle.LevelClasses;
import dev.plumbline.otlp.oracle.OtlpChecklist;
import dev.plumbline.profile.Attribute;
import dev.plumbline.profile.Attributes;
import dev.plumbline.profile.Link;
import dev.plumbline.profile.Profile;
import dev.plumbline.profile.Sample;
import dev.plumbline.profile.StackTrace;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * What a receiver makes of a sender one level apart (§1.9 of the OTLP study): mostly it reads
 * something else without an error. So the oracle must tell levels apart, or every other test could
 * be green by mistake.
 */
class WrongLevelTest {
  private static final StackTrace RUN = Windows.stack("com.example.App.run");

  @Test
  void of110ReadBy19_attributesBecomeValuesAndTheLinkAnAttribute() {
    DecodedRequest read = LevelClasses.V1_9.decode(request(OtlpLevel.V1_10).body());
    DecodedRequest.Sample linked = read.profiles().get(0).samples().get(0);
    DecodedRequest.Sample bare = read.profiles().get(0).samples().get(1);

    // Attribute 1 is the profile's, attribute 2 the frame's type, attribute 3 the thread name.
    assertThat(linked.values()).containsExactly(3L);
    assertThat(linked.attributes()).containsExactly(1);
    assertThat(bare.values()).isEmpty();
    assertThat(read.unknownFields())
        .containsOnly("request/resource_profiles/scope_profiles/profiles/samples/4");
    assertThat(items(read)).contains(30, 47);
  }

  @Test
  void of110ReadBy18_isAsWrong() {
    DecodedRequest read = LevelClasses.V1_8.decode(request(OtlpLevel.V1_10).body());

    assertThat(read.profiles().get(0).samples().get(1).values()).isEmpty();
    assertThat(items(read)).contains(30);
  }

  @Test
  void of19ReadBy110_valuesBecomeAttributes() {
    DecodedRequest read = LevelClasses.V1_10.decode(request(OtlpLevel.V1_9).body());
    DecodedRequest.Sample linked = read.profiles().get(0).samples().get(0);

    assertThat(linked.attributes()).containsExactly(5);
    assertThat(linked.values()).containsExactly(1L);
    assertThat(items(read)).contains(7);
  }

  @Test
  void of18ReadBy110_isNoticed() {
    assertThat(items(LevelClasses.V1_10.decode(request(OtlpLevel.V1_8).body()))).contains(7);
  }

  @Test
  void of18ReadBy19_samplesAreRightButAttributesOfTheProfileAreLost() {
    DecodedRequest read = LevelClasses.V1_9.decode(request(OtlpLevel.V1_8).body());

    assertThat(read.profiles().get(0).samples().get(0).values()).containsExactly(5L);
    assertThat(read.profiles().get(0).attributes()).isEmpty();
    assertThat(read.profiles().get(0).droppedAttributes()).isZero();
    assertThat(items(read)).contains(47);
  }

  @Test
  void of19ReadBy18_attributesOfTheProfileAreLost() {
    DecodedRequest read = LevelClasses.V1_8.decode(request(OtlpLevel.V1_9).body());

    assertThat(read.profiles().get(0).samples().get(0).values()).containsExactly(5L);
    assertThat(read.profiles().get(0).attributes()).isEmpty();
  }

  @Test
  void each_readByItsOwn_conforms() {
    for (OtlpLevel level : OtlpLevel.values()) {
      assertThat(items(Requests.classesOf(level).decode(request(level).body())))
          .as(level.text())
          .isEmpty();
    }
  }

  private static List<Integer> items(DecodedRequest request) {
    return OtlpChecklist.byDefault().check(request).stream()
        .map(OtlpChecklist.Violation::item)
        .distinct()
        .toList();
  }

  /**
   * A sample with attribute and link, one with neither; a profile with an attribute and a cut one.
   */
  private static ExportRequest request(OtlpLevel level) {
    Attributes thread = Attributes.of(Attribute.of("thread.name", "t"));
    Profile profile =
        Profile.builder(Windows.DEMO, Windows.SCOPE, Windows.CPU)
            .interval(Windows.START, Windows.DURATION)
            .attributes(Attributes.of(Attribute.of("engine", "e"), Attribute.of("empty", "")))
            .samples(List.of(Sample.of(RUN, thread, Link.of(1, 2, 3), 5), Sample.of(RUN, 99)))
            .build();
    return OtlpEncoder.builder(level).build().encode(Windows.window(profile)).requests().get(0);
  }
}
