package dev.plumbline.otlp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.otlp.oracle.DecodedRequest;
import dev.plumbline.otlp.oracle.LevelClasses;
import dev.plumbline.otlp.oracle.OtlpChecklist;
import dev.plumbline.profile.Attribute;
import dev.plumbline.profile.Attributes;
import dev.plumbline.profile.Link;
import dev.plumbline.profile.Profile;
import dev.plumbline.profile.ProfileType;
import dev.plumbline.profile.ProfileWindow;
import dev.plumbline.profile.Sample;
import dev.plumbline.profile.StackTrace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Items 18 to 29 of §8 of the OTLP study. */
class ProfileItemsTest {
  private static final StackTrace RUN = Windows.stack("com.example.App.run");
  private static final Sample ONE = Sample.of(RUN, 1);

  @Test
  void item18_sampleTypeAndUnitAreThere() {
    DecodedRequest request = Requests.one(Windows.cpu(ONE));
    DecodedRequest.ValueType type = request.profiles().get(0).sampleType();

    assertThat(type.set()).isTrue();
    assertThat(request.string(type.type())).isEqualTo("samples");
    assertThat(request.string(type.unit())).isEqualTo("count");
  }

  @Test
  void item19_namesThatReceiversRefuseArePlain() {
    ProfileType odd =
        ProfileType.builder("Alloc-In:TLAB x", "bytes").periodType("4k.pages", "count").build();
    DecodedRequest request = Requests.one(Windows.window(Windows.profile(Windows.DEMO, odd, ONE)));

    assertThat(request.typeOf(request.profiles().get(0)))
        .isEqualTo("alloc_in_tlab_x/bytes per t_4k_pages/count");
    assertThat(OtlpChecklist.byDefault().check(request)).isEmpty();
  }

  @Test
  void item19_theTableOfTypesIsWrittenAsItStands() {
    List<Profile> profiles = new ArrayList<>();
    for (String row :
        List.of(
            "samples/count per cpu/nanoseconds",
            "wall/nanoseconds per wall/nanoseconds",
            "alloc_objects/count per memory/bytes",
            "alloc_space/bytes per memory/bytes",
            "inuse_objects/count per memory/bytes",
            "inuse_space/bytes per memory/bytes",
            "malloc_objects/count per memory/bytes",
            "malloc_bytes/bytes per memory/bytes",
            "contentions/count per mutex/count",
            "delay/nanoseconds per mutex/count",
            "contentions/count per block/count",
            "delay/nanoseconds per block/count",
            "exceptions/count per exceptions/count")) {
      String[] words = row.split("/| per ");
      ProfileType type =
          ProfileType.builder(words[0], words[1]).periodType(words[2], words[3]).build();
      profiles.add(Windows.profile(Windows.DEMO, type, ONE));
    }
    DecodedRequest request = Requests.one(ProfileWindow.of(profiles));

    assertThat(request.profiles()).hasSize(13);
    assertThat(OtlpChecklist.byDefault().with(OtlpChecklist.Option.KNOWN_TYPES_ONLY).check(request))
        .isEmpty();
  }

  @Test
  void item20_periodTypeAndPeriodAreThere() {
    DecodedRequest request = Requests.one(Windows.cpu(ONE));
    DecodedRequest.Profile profile = request.profiles().get(0);

    assertThat(request.string(profile.periodType().type())).isEqualTo("cpu");
    assertThat(request.string(profile.periodType().unit())).isEqualTo("nanoseconds");
    assertThat(profile.period()).isEqualTo(10_000_000);
  }

  @Test
  void item21_timeIsTheStartOfTheWindow() {
    DecodedRequest request = Requests.one(Windows.cpu(ONE));
    long closed = Windows.START + Windows.DURATION;

    assertThat(request.profiles().get(0).timeUnixNanos()).isEqualTo(Windows.START);
    assertThat(OtlpChecklist.checkTime(request, closed)).isEmpty();
    assertThat(OtlpChecklist.checkTime(request, Windows.START - 1)).hasSize(1);
    assertThat(OtlpChecklist.checkTime(request, closed + Duration.ofHours(1).toNanos())).hasSize(1);
  }

  @Test
  void item22_durationIsTheLengthOfTheWindow() {
    assertThat(Requests.one(Windows.cpu(ONE)).profiles().get(0).durationNanos())
        .isEqualTo(Windows.DURATION);
  }

  @Test
  void item23_successiveWindowsTouchAndDoNotOverlap() {
    DecodedRequest first = Requests.one(windowAt(Windows.START));
    DecodedRequest next = Requests.one(windowAt(Windows.START + Windows.DURATION));
    DecodedRequest early = Requests.one(windowAt(Windows.START + Windows.DURATION - 1));
    DecodedRequest late = Requests.one(windowAt(Windows.START + 2 * Windows.DURATION));
    Duration jitter = Duration.ofMillis(100);

    assertThat(OtlpChecklist.checkWindows(List.of(first, next), jitter)).isEmpty();
    assertThat(OtlpChecklist.checkWindows(List.of(first, early), jitter)).hasSize(1);
    assertThat(OtlpChecklist.checkWindows(List.of(first, late), jitter)).hasSize(1);
  }

  @Test
  void item24_noProfileIdUnlessAskedFor() {
    for (OtlpLevel level : OtlpLevel.values()) {
      EncodedWindow encoded = OtlpEncoder.builder(level).build().encode(Windows.full());
      DecodedRequest request = Requests.decoded(Requests.classesOf(level), encoded).get(0);
      assertThat(request.profiles())
          .allSatisfy(profile -> assertThat(profile.profileId()).isEmpty());
    }
  }

  @Test
  void item24_askedForIds_areUniqueOverProfilesRequestsWindowsAndEncoders() {
    for (OtlpLevel level : List.of(OtlpLevel.V1_9, OtlpLevel.V1_10)) {
      List<DecodedRequest> requests = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        OtlpEncoder encoder = withIds(level).maxRequestBytes(1_024).build();
        for (int window = 0; window < 2; window++) {
          requests.addAll(
              Requests.decoded(Requests.classesOf(level), encoder.encode(Windows.full())));
        }
      }
      List<List<Integer>> ids = new ArrayList<>();
      for (DecodedRequest request : requests) {
        assertThat(OtlpChecklist.byDefault().check(request)).isEmpty();
        request.profiles().forEach(profile -> ids.add(profile.profileId()));
      }
      assertThat(ids).hasSizeGreaterThan(requests.size() / 2).doesNotHaveDuplicates();
      assertThat(ids).allMatch(id -> id.size() == 16 && id.stream().allMatch(b -> b >= 0));
    }
  }

  @Test
  void item24_levelBelow19_hasNoIdEvenIfAskedFor_andReadsThatOfALaterOne() {
    EncodedWindow old = withIds(OtlpLevel.V1_8).build().encode(Windows.full());
    assertThat(Requests.decoded(LevelClasses.V1_8, old).get(0).profiles())
        .allSatisfy(profile -> assertThat(profile.profileId()).isEmpty());
    for (int i = 0; i < 50; i++) {
      EncodedWindow later = withIds(OtlpLevel.V1_10).build().encode(Windows.full());
      assertThat(Requests.decoded(LevelClasses.V1_8, later)).isNotEmpty();
    }
  }

  private static OtlpEncoder.Builder withIds(OtlpLevel level) {
    return OtlpEncoder.builder(level).profileIds(ProfileIds.unique());
  }

  @Test
  void item25_noOriginalPayload() {
    assertThat(Requests.one(Windows.full()).profiles())
        .allSatisfy(
            profile -> {
              assertThat(profile.originalPayloadFormat()).isEmpty();
              assertThat(profile.originalPayloadBytes()).isZero();
            });
  }

  @Test
  void item26_droppedAttributesAreThoseOfTheProfile() {
    Profile profile =
        Profile.builder(Windows.DEMO, Windows.SCOPE, Windows.CPU)
            .interval(Windows.START, Windows.DURATION)
            .attributes(
                Attributes.of(
                    Attribute.of("engine", "ctimer"),
                    Attribute.of("empty", ""),
                    Attribute.ofStrings("none", List.of())))
            .samples(List.of(Windows.with(RUN, 1, Attribute.of("empty", ""))))
            .build();
    for (OtlpLevel level : OtlpLevel.values()) {
      EncodedWindow encoded = OtlpEncoder.builder(level).build().encode(Windows.window(profile));
      DecodedRequest request = Requests.decoded(Requests.classesOf(level), encoded).get(0);
      DecodedRequest.Profile sent = request.profiles().get(0);
      assertThat(sent.droppedAttributes()).isEqualTo(2);
      assertThat(request.attributes(sent.attributes())).containsOnlyKeys("engine");
    }
  }

  @Test
  void item27_aProfileWithoutSamplesIsLeftOut_aWindowWithoutProfilesGivesNoRequest() {
    Profile zeros = Windows.profile(Windows.DEMO, Windows.ALLOC_SPACE, Sample.of(RUN, 0));
    Profile other = Windows.profile(Windows.resource("idle"), Windows.CPU, Sample.of(RUN, 0));
    Profile cpu = Windows.profile(Windows.DEMO, Windows.CPU, ONE);
    DecodedRequest request = Requests.one(Windows.window(zeros, other, cpu));
    EncodedWindow nothing =
        OtlpEncoder.builder(OtlpLevel.V1_10).build().encode(Windows.window(zeros, other));

    assertThat(request.resources()).hasSize(1);
    assertThat(request.profiles()).hasSize(1);
    assertThat(OtlpChecklist.byDefault().check(request)).isEmpty();
    assertThat(nothing.requests()).isEmpty();
    assertThat(nothing.dropped(DropReason.ZERO_VALUE)).isEqualTo(2);
  }

  @Test
  void item28_cpuIsTheFirstProfile_theRestInOrderOfAppearance() {
    DecodedRequest request = Requests.one(Windows.full());

    assertThat(request.resources())
        .extracting(resource -> DecodedRequest.value(resource.attributes(), "service.name"))
        .containsExactly("demo", "shop");
    assertThat(request.profiles())
        .extracting(request::typeOf)
        .containsExactly(
            "samples/count per cpu/nanoseconds",
            "alloc_space/bytes per memory/bytes",
            "alloc_objects/count per memory/bytes",
            "alloc_space/bytes per memory/bytes");
  }

  @Test
  void item29_moreThan15000Samples_becomeProfilesOfTheSameTimeWithOtherStacks() {
    List<Sample> samples = Windows.manyStacks(16_000, 3);
    DecodedRequest request =
        Requests.one(
            OtlpEncoder.builder(OtlpLevel.V1_10).maxRequestBytes(16 << 20),
            Windows.window(Windows.profile(Windows.DEMO, Windows.CPU, samples)));

    assertThat(request.profiles())
        .extracting(profile -> profile.samples().size())
        .containsExactly(15_000, 1_000);
    assertThat(request.profiles())
        .extracting(DecodedRequest.Profile::timeUnixNanos)
        .containsOnly(Windows.START);
    assertThat(OtlpChecklist.byDefault().check(request)).isEmpty();
    long total = request.profiles().stream().mapToLong(DecodedRequest.Profile::total).sum();
    assertThat(total).isEqualTo(16_000L * 16_001 / 2);
  }

  @Test
  void item29_profileOver4MiBAsPprofThoughSmallerOnTheWire_isCut() {
    // 14,000 samples share 100 stacks of 400 frames: small here, 7 MiB where stacks are repeated.
    List<Sample> stacks = Windows.manyStacks(100, 400);
    List<Sample> samples = new ArrayList<>();
    for (int i = 0; i < 14_000; i++) {
      Attributes thread = Attributes.of(Attribute.of("thread.id", i / 100));
      samples.add(Sample.of(stacks.get(i % 100).stackTrace(), thread, Link.NONE, 1));
    }
    DecodedRequest request =
        Requests.one(Windows.window(Windows.profile(Windows.DEMO, Windows.CPU, samples)));

    assertThat(request.bytes()).isLessThan(1 << 20);
    assertThat(request.profiles()).hasSizeGreaterThan(1);
    assertThat(OtlpChecklist.byDefault().check(request)).isEmpty();
    assertThat(request.profiles().stream().mapToInt(profile -> profile.samples().size()).sum())
        .isEqualTo(14_000);
  }

  @Test
  void item29_samplesOfOneStackStayTogetherUnlessTheyAloneAreTooMany() {
    List<Sample> samples = new ArrayList<>();
    for (int i = 0; i < 25; i++) {
      Attributes thread = Attributes.of(Attribute.of("thread.id", i));
      samples.add(Sample.of(Windows.stack("a.Hot.run"), thread, Link.NONE, 1));
      samples.add(Sample.of(Windows.stack("a.Cold.run" + i / 3), thread, Link.NONE, 1));
    }
    DecodedRequest request =
        Requests.one(
            OtlpEncoder.builder(OtlpLevel.V1_10).maxSamplesPerProfile(10),
            Windows.window(Windows.profile(Windows.DEMO, Windows.CPU, samples)));

    assertThat(request.profiles())
        .extracting(profile -> profile.samples().size())
        .allMatch(size -> size <= 10);
    assertThat(request.profiles())
        .extracting(
            profile ->
                (int)
                    profile.samples().stream().map(DecodedRequest.Sample::stack).distinct().count())
        .startsWith(1, 1, 2, 3);
    assertThat(request.rows()).hasSize(50);
  }

  private static ProfileWindow windowAt(long start) {
    return Windows.window(
        Profile.builder(Windows.DEMO, Windows.SCOPE, Windows.CPU)
            .interval(start, Windows.DURATION)
            .samples(List.of(ONE))
            .build());
  }
}
