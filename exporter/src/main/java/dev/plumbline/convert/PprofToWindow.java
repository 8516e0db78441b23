package dev.plumbline.convert;

import static java.util.Objects.requireNonNull;

import dev.plumbline.pprof.PprofHead;
import dev.plumbline.pprof.PprofProfile;
import dev.plumbline.profile.Attribute;
import dev.plumbline.profile.Attributes;
import dev.plumbline.profile.Frame;
import dev.plumbline.profile.Mapping;
import dev.plumbline.profile.Profile;
import dev.plumbline.profile.ProfileType;
import dev.plumbline.profile.ProfileWindow;
import dev.plumbline.profile.Resource;
import dev.plumbline.profile.Sample;
import dev.plumbline.profile.Scope;
import dev.plumbline.profile.StackTrace;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A pprof profile as a window: a profile for each sample type with its samples that are not zero,
 * equal ones added together; labels as attributes; inlined lines as inlined frames. Kinds of
 * frames, which pprof does not tell, are guessed by file names. One conversion; confined to its
 * thread.
 */
public final class PprofToWindow {
  private static final int REFUSED = -1;

  private final PprofProfile profile;
  private final @Nullable Mapping[] mappings;
  private final int[] stackNumbers;
  private final int[] attributeNumbers;
  private final int[] linkNumbers;
  private final List<@Nullable List<Frame>> locations;
  private final FrameBudget budget = new FrameBudget();
  private final SampleSums sums = new SampleSums();

  private PprofToWindow(PprofProfile profile) {
    this.profile = profile;
    this.locations = new ArrayList<>(Collections.nCopies(profile.locationCount() + 1, null));
    this.mappings = new Mapping[profile.mappingCount() + 1];
    this.stackNumbers = new int[profile.stackCount() + 1];
    this.attributeNumbers = new int[profile.labelSetCount() + 1];
    this.linkNumbers = new int[profile.labelSetCount() + 1];
  }

  /**
   * The profile in the model's words.
   *
   * @param receivedUnixNanos end of the window where the profile does not say its time
   */
  public static ConvertedWindow convert(
      PprofProfile profile, Resource resource, Scope scope, long receivedUnixNanos) {
    requireNonNull(resource, "resource");
    requireNonNull(scope, "scope");
    return new PprofToWindow(profile).run(resource, scope, receivedUnixNanos);
  }

  private ConvertedWindow run(Resource resource, Scope scope, long receivedUnixNanos) {
    PprofHead head = profile.head();
    Interval interval = Interval.of(head.timeNanos(), head.durationNanos(), receivedUnixNanos);
    fillNumbers();
    Scope ownScope =
        Scope.of(scope.name(), scope.version(), scope.attributes().with(scopeAttributes(head)));
    Attributes attributes = profileAttributes(head);
    Map<RejectReason, Integer> rejected = new EnumMap<>(RejectReason.class);
    List<Profile> profiles = new ArrayList<>();
    for (int column = 0; column < profile.sampleTypeCount(); column++) {
      ProfileType type = type(column);
      List<Sample> samples = samples(column, rejected);
      if (type == null && !samples.isEmpty()) {
        rejected.merge(RejectReason.NO_TYPE, samples.size(), Integer::sum);
      } else if (type != null && !samples.isEmpty()) {
        profiles.add(
            Profile.builder(resource, ownScope, type)
                .interval(interval.startUnixNanos, interval.durationNanos)
                .attributes(attributes)
                .samples(samples)
                .build());
      }
    }
    int untimed = interval.isTimed ? 0 : profiles.size();
    return new ConvertedWindow(ProfileWindow.of(profiles), rejected, untimed);
  }

  private @Nullable ProfileType type(int column) {
    PprofHead head = profile.head();
    return TypeWords.of(
        profile.string(profile.sampleType(column)),
        profile.string(profile.sampleUnit(column)),
        profile.string(head.periodType()),
        profile.string(head.periodUnit()),
        head.period());
  }

  private List<Sample> samples(int column, Map<RejectReason, Integer> rejected) {
    sums.begin();
    for (int sample = 0; sample < profile.sampleCount(); sample++) {
      long value = profile.value(sample, column);
      int stack = stackNumbers[profile.stack(sample)];
      if (stack == REFUSED) {
        rejected.merge(RejectReason.TOO_MANY_FRAMES, 1, Integer::sum);
      } else if (value != 0) {
        int set = profile.labelSet(sample);
        sums.add(stack, attributeNumbers[set], linkNumbers[set], value);
      }
    }
    return sums.samples();
  }

  private void fillNumbers() {
    for (int stack = 0; stack <= profile.stackCount(); stack++) {
      stackNumbers[stack] = stackNumber(stack);
    }
    for (int set = 0; set <= profile.labelSetCount(); set++) {
      PprofLabels labels = PprofLabels.of(profile, set);
      attributeNumbers[set] = sums.attributes(labels.attributes);
      linkNumbers[set] = sums.link(labels.link);
    }
  }

  private int stackNumber(int stack) {
    long lines = 0;
    for (int i = 0; i < profile.stackDepth(stack); i++) {
      lines += Math.max(1, profile.lineCount(profile.stackLocation(stack, i)));
    }
    if (!budget.spend(lines)) {
      return REFUSED;
    }
    List<Frame> frames = new ArrayList<>();
    for (int i = 0; i < profile.stackDepth(stack); i++) {
      frames.addAll(framesOnce(profile.stackLocation(stack, i)));
    }
    return sums.stackTrace(StackTrace.of(frames));
  }

  private List<Frame> framesOnce(int location) {
    List<Frame> known = locations.get(location);
    if (known == null) {
      known = frames(location);
      locations.set(location, known);
    }
    return known;
  }

  private List<Frame> frames(int location) {
    Mapping mapping = mapping(profile.locationMapping(location));
    long address = profile.locationAddress(location);
    int lines = profile.lineCount(location);
    List<Frame> frames = new ArrayList<>(lines);
    for (int line = 0; line < lines; line++) {
      int function = profile.lineFunction(location, line);
      String name = profile.string(profile.functionName(function));
      String systemName = profile.string(profile.functionSystemName(function));
      String file = profile.string(profile.functionFile(function));
      String shown = name.isEmpty() ? systemName : name;
      if (!shown.isEmpty()) {
        frames.add(
            Frame.builder(ModelFrames.guess(file, mapping))
                .functionName(shown)
                .systemName(systemName.isEmpty() ? shown : systemName)
                .fileName(file)
                .line(ModelFrames.line(profile.lineNumber(location, line)))
                .mapping(mapping)
                .address(address)
                .inlined(line < lines - 1)
                .build());
      }
    }
    if (frames.isEmpty()) {
      Frame only = ModelFrames.unresolved(ModelFrames.guess("", mapping), mapping, address);
      return only == null ? frames : Collections.singletonList(only);
    }
    return frames;
  }

  private Mapping mapping(int index) {
    if (index == 0) {
      return Mapping.NONE;
    }
    Mapping known = mappings[index];
    if (known == null) {
      long[] range = {
        profile.mappingStart(index), profile.mappingLimit(index), profile.mappingFileOffset(index)
      };
      List<Attribute> flags = new ArrayList<>();
      for (int flag = 0; flag < PprofAttributes.MAPPING_FLAGS.length; flag++) {
        if ((profile.mappingFlags(index) & 1 << flag) != 0) {
          flags.add(Attribute.of(PprofAttributes.MAPPING_FLAGS[flag], true));
        }
      }
      known =
          ModelFrames.mapping(
              range,
              profile.string(profile.mappingFile(index)),
              ModelFrames.buildId(profile.string(profile.mappingBuildId(index))),
              Attributes.of(flags));
      mappings[index] = known;
    }
    return known;
  }

  private Attributes scopeAttributes(PprofHead head) {
    return text(PprofAttributes.DEFAULT_SAMPLE_TYPE, head.defaultSampleType());
  }

  private Attributes profileAttributes(PprofHead head) {
    List<String> comments = new ArrayList<>();
    for (int i = 0; i < head.commentCount(); i++) {
      comments.add(profile.string(head.comment(i)));
    }
    Attributes attributes =
        comments.isEmpty()
            ? Attributes.EMPTY
            : Attributes.of(Attribute.ofStrings(PprofAttributes.COMMENT, comments));
    return attributes
        .with(text(PprofAttributes.DROP_FRAMES, head.dropFrames()))
        .with(text(PprofAttributes.KEEP_FRAMES, head.keepFrames()))
        .with(text(PprofAttributes.DOC_URL, head.docUrl()));
  }

  private Attributes text(String key, int index) {
    String text = profile.string(index);
    return text.isEmpty() ? Attributes.EMPTY : Attributes.of(Attribute.of(key, text));
  }
}
