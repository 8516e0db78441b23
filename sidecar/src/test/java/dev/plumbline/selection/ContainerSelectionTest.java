package dev.plumbline.selection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.container.Container;
import dev.plumbline.container.ContainerId;
import dev.plumbline.container.HostFixture;
import dev.plumbline.container.Pod;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ContainerSelectionTest {
  private static final Container WEB =
      Container.builder(new ContainerId(HostFixture.ID))
          .name("web")
          .imageDigest("sha256:0123456789abcdef")
          .imageId("fedcba9876543210")
          .pod(new Pod("prod", "web-0", "", "nginx", Map.of("app", "web", "tier", "front")))
          .build();

  private static ContainerSelection selection(ContainerSelector.Builder selector) {
    return ContainerSelection.of(selector.build(), HostScope.DEFAULT);
  }

  @ParameterizedTest
  @CsvSource({
    "web,true",
    "'db,web',true",
    "'db, web',true",
    "db,false",
    "we,false",
    "!db,true",
    "!web,false",
    "'!db,!cache',true",
    "'web,!web',false",
    "'',true",
    "',',true",
  })
  void names_are_comma_lists_with_excludes(String list, boolean matches) {
    assertThat(ContainerSelector.builder().containerNames(list).build().matches(WEB))
        .isEqualTo(matches);
  }

  @ParameterizedTest
  @CsvSource({
    "sha256:0123456789ab,true",
    "0123456789abffff,true",
    "sha256:0123456789ac,false",
    "!sha256:0123456789ab,false",
  })
  void digests_are_compared_by_their_first_twelve_digits(String list, boolean matches) {
    assertThat(ContainerSelector.builder().imageDigests(list).build().matches(WEB))
        .isEqualTo(matches);
  }

  @ParameterizedTest
  @CsvSource({
    "app=web,true",
    "'app=web,tier=front',true",
    "'app=web,tier=back',false",
    "app=!web,false",
    "app!=web,false",
    "app!=db,true",
    "zone=!a,true",
    "zone=a,false",
  })
  void labels_must_have_required_pairs_and_no_excluded_one(String list, boolean matches) {
    assertThat(ContainerSelector.builder().podLabels(list).build().matches(WEB)).isEqualTo(matches);
  }

  @Test
  void all_given_flags_must_match() {
    ContainerSelector.Builder builder =
        ContainerSelector.builder().namespaces("prod").podNames("web-0").podContainerNames("nginx");
    assertThat(builder.imageIds("fedcba987654").build().matches(WEB)).isTrue();
    assertThat(builder.imageIds("000000000000").build().matches(WEB)).isFalse();
    assertThat(builder.imageIds("").podContainerNames("!nginx").build().matches(WEB)).isFalse();
  }

  @Test
  void lists_that_cannot_be_read_are_refused_with_their_text() {
    assertThatThrownBy(() -> ContainerSelector.builder().podLabels("app"))
        .hasMessageContaining("\"app\", expected key=value");
    assertThatThrownBy(() -> ContainerSelector.builder().containerNames("a,!"))
        .hasMessageContaining("\"a,!\"");
  }

  @Test
  void whole_host_is_profiled_without_flags() {
    assertThat(ContainerSelection.EVERYTHING.isEverything()).isTrue();
    assertThat(ContainerSelection.EVERYTHING.matches(null)).isTrue();
    assertThat(ContainerSelection.EVERYTHING.matches(WEB)).isTrue();
  }

  @Test
  void selector_leaves_out_the_host() {
    ContainerSelection selection = selection(ContainerSelector.builder().containerNames("web"));

    assertThat(selection.isEverything()).isFalse();
    assertThat(selection.matches(WEB)).isTrue();
    assertThat(selection.matches(null)).isFalse();
  }

  @Test
  void host_false_leaves_all_containers() {
    ContainerSelection selection = ContainerSelection.of(ContainerSelector.ANY, HostScope.EXCLUDED);

    assertThat(selection.matches(WEB)).isTrue();
    assertThat(selection.matches(null)).isFalse();
    assertThat(selection.ignoresSelector()).isFalse();
  }

  @Test
  void host_true_turns_the_selector_off_and_says_so() {
    ContainerSelection selection =
        ContainerSelection.of(
            ContainerSelector.builder().containerNames("db").build(), HostScope.INCLUDED);

    assertThat(selection.matches(WEB)).isTrue();
    assertThat(selection.matches(null)).isTrue();
    assertThat(selection.ignoresSelector()).isTrue();
  }
}
