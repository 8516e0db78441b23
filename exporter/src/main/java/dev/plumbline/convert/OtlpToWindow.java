package dev.plumbline.convert;

import static java.util.Objects.requireNonNull;

import dev.plumbline.otlp.decode.OtlpAttribute;
import dev.plumbline.otlp.decode.OtlpDictionary;
import dev.plumbline.otlp.decode.OtlpProfile;
import dev.plumbline.otlp.decode.OtlpRequest;
import dev.plumbline.otlp.decode.OtlpResource;
import dev.plumbline.otlp.decode.OtlpSamples;
import dev.plumbline.otlp.decode.OtlpScope;
import dev.plumbline.profile.Attribute;
import dev.plumbline.profile.Attributes;
import dev.plumbline.profile.Link;
import dev.plumbline.profile.Profile;
import dev.plumbline.profile.ProfileType;
import dev.plumbline.profile.ProfileWindow;
import dev.plumbline.profile.Sample;
import dev.plumbline.profile.StackTrace;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * A decoded request as a window: its profiles with their samples that are not zero, equal ones
 * added together. Each shape of a sample becomes one amount for the window; times of single events
 * are left out. One conversion; confined to its thread.
 */
public final class OtlpToWindow {
  private static final int UNKNOWN = -1;
  private static final int REFUSED = -2;

  private final OtlpDictionary dictionary;
  private final OtlpStacks stacks;
  private final int[] stackNumbers;
  private final int[] attributeNumbers;
  private final int[] linkNumbers;
  private final SampleSums sums = new SampleSums();
  private final List<Profile> profiles = new ArrayList<>();
  private final Map<RejectReason, Integer> rejected = new EnumMap<>(RejectReason.class);
  private final long receivedUnixNanos;
  private int untimedProfiles;

  private OtlpToWindow(OtlpDictionary dictionary, long receivedUnixNanos) {
    this.dictionary = dictionary;
    this.stacks = new OtlpStacks(dictionary);
    this.stackNumbers = unknown(dictionary.stackCount());
    this.attributeNumbers = unknown(dictionary.attributeListCount());
    this.linkNumbers = unknown(dictionary.linkCount());
    this.receivedUnixNanos = receivedUnixNanos;
  }

  /**
   * The request in the model's words.
   *
   * @param receivedUnixNanos end of the window of a profile that does not say its time
   */
  public static ConvertedWindow convert(OtlpRequest request, long receivedUnixNanos) {
    requireNonNull(request, "request");
    return new OtlpToWindow(request.dictionary(), receivedUnixNanos).run(request);
  }

  private ConvertedWindow run(OtlpRequest request) {
    for (OtlpResource resource : request.resources()) {
      for (OtlpScope scope : resource.scopes()) {
        for (OtlpProfile profile : scope.profiles()) {
          add(resource, scope, profile);
        }
      }
    }
    return new ConvertedWindow(ProfileWindow.of(profiles), rejected, untimedProfiles);
  }

  private void add(OtlpResource resource, OtlpScope scope, OtlpProfile profile) {
    ProfileType type =
        TypeWords.of(
            dictionary.string(profile.type()),
            dictionary.string(profile.unit()),
            dictionary.string(profile.periodType()),
            dictionary.string(profile.periodUnit()),
            profile.period());
    List<Sample> samples = samples(profile.samples());
    if (samples.isEmpty()) {
      return;
    }
    if (type == null) {
      rejected.merge(RejectReason.NO_TYPE, samples.size(), Integer::sum);
      return;
    }
    Interval interval =
        Interval.of(profile.timeUnixNanos(), profile.durationNanos(), receivedUnixNanos);
    untimedProfiles += interval.isTimed ? 0 : 1;
    profiles.add(
        Profile.builder(resource.resource(), scope.scope(), type)
            .interval(interval.startUnixNanos, interval.durationNanos)
            .attributes(profileAttributes(profile))
            .samples(samples)
            .build());
  }

  private List<Sample> samples(OtlpSamples samples) {
    sums.begin();
    for (int sample = 0; sample < samples.count(); sample++) {
      int stack = stackNumber(samples.stack(sample));
      if (!samples.isConsistent(sample)) {
        rejected.merge(RejectReason.INCONSISTENT, 1, Integer::sum);
      } else if (stack == REFUSED) {
        rejected.merge(RejectReason.TOO_MANY_FRAMES, 1, Integer::sum);
      } else {
        int list = attributeNumber(samples.attributeList(sample));
        sums.add(stack, list, linkNumber(samples.link(sample)), samples.amount(sample));
      }
    }
    return sums.samples();
  }

  private int stackNumber(int stack) {
    if (stackNumbers[stack] == UNKNOWN) {
      StackTrace stackTrace = stacks.stackTrace(stack);
      stackNumbers[stack] = stackTrace == null ? REFUSED : sums.stackTrace(stackTrace);
    }
    return stackNumbers[stack];
  }

  private int attributeNumber(int list) {
    if (attributeNumbers[list] == UNKNOWN) {
      attributeNumbers[list] = sums.attributes(attributes(list));
    }
    return attributeNumbers[list];
  }

  private int linkNumber(int link) {
    if (linkNumbers[link] == UNKNOWN) {
      linkNumbers[link] = sums.link(link == 0 ? Link.NONE : link(link));
    }
    return linkNumbers[link];
  }

  private Link link(int link) {
    long high = dictionary.linkWord(link, 0);
    long low = dictionary.linkWord(link, 1);
    long span = dictionary.linkWord(link, 2);
    return (high | low) == 0 || span == 0 ? Link.NONE : Link.of(high, low, span);
  }

  private Attributes attributes(int list) {
    List<Attribute> attributes = new ArrayList<>();
    for (int i = 0; i < dictionary.attributeListSize(list); i++) {
      OtlpAttribute attribute = dictionary.attribute(list, i);
      if (attribute.isSet()) {
        attributes.add(attribute.asAttribute());
      }
    }
    return Attributes.of(attributes);
  }

  private Attributes profileAttributes(OtlpProfile profile) {
    Attributes attributes = attributes(profile.attributeList());
    if (profile.commentCount() == 0) {
      return attributes;
    }
    List<String> comments = new ArrayList<>();
    for (int i = 0; i < profile.commentCount(); i++) {
      comments.add(dictionary.string(profile.comment(i)));
    }
    return Attributes.of(
            Attribute.ofStrings(PprofAttributes.COMMENT, Collections.unmodifiableList(comments)))
        .with(attributes);
  }

  private static int[] unknown(int largest) {
    int[] numbers = new int[largest + 1];
    Arrays.fill(numbers, UNKNOWN);
    return numbers;
  }
}
