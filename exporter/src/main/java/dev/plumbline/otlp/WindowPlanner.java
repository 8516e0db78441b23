package dev.plumbline.otlp;

import dev.plumbline.profile.Attribute;
import dev.plumbline.profile.Attributes;
import dev.plumbline.profile.Profile;
import dev.plumbline.profile.ProfileType;
import dev.plumbline.profile.ProfileWindow;
import dev.plumbline.profile.Resource;
import dev.plumbline.profile.Sample;
import dev.plumbline.profile.Scope;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A window to the profiles that will be written, in the order in which they are written: CPU first,
 * since viewers without a choice show the first profile of all; then by resource and scope, each in
 * the order of first appearance. Samples that say nothing or that receivers refuse are left out
 * here, and counted. One planner plans one window; confined to the encoder's thread.
 */
final class WindowPlanner {
  private final WindowDictionary dictionary;
  private final AttributeRules rules;
  private final SampleAlignment alignment;
  private final DroppedSamples dropped;
  private final StackInterner stacks;
  private final SampleList samples = new SampleList();
  private final Interner<Attributes> attributeLists = new Interner<>(64);
  private Map<String, Attribute> taken = Collections.emptyMap();
  private int resourceCount;
  private int scopeCount;
  private int droppedAttributes;

  /**
   * @param dropped receives what is left out
   */
  WindowPlanner(
      WindowDictionary dictionary,
      AttributeRules rules,
      SampleAlignment alignment,
      DroppedSamples dropped) {
    this.dictionary = dictionary;
    this.rules = rules;
    this.alignment = alignment;
    this.dropped = dropped;
    this.stacks = new StackInterner(dictionary);
  }

  List<ProfilePlan> plan(ProfileWindow window) {
    List<ProfilePlan> plans = new ArrayList<>();
    for (Map.Entry<Resource, Map<Scope, List<Profile>>> byResource : grouped(window).entrySet()) {
      KeptAttributes attributes = rules.ofResource(byResource.getKey());
      droppedAttributes += attributes.droppedCount();
      ResourcePlan resource = new ResourcePlan(resourceCount++, attributes);
      for (Map.Entry<Scope, List<Profile>> byScope : byResource.getValue().entrySet()) {
        Scope scope = byScope.getKey();
        KeptAttributes kept = rules.ofScope(scope.attributes(), attributes);
        droppedAttributes += kept.droppedCount();
        plans.addAll(
            planScope(new ScopePlan(scopeCount++, resource, scope, kept), byScope.getValue()));
      }
    }
    return plans;
  }

  /** Attributes left out so far; of samples once for each different set of a scope. */
  int droppedAttributes() {
    return droppedAttributes;
  }

  /** Different stack traces that were cut. */
  int truncatedStacks() {
    return stacks.truncatedCount();
  }

  private static Map<Resource, Map<Scope, List<Profile>>> grouped(ProfileWindow window) {
    List<Profile> ordered = new ArrayList<>();
    window.profiles().stream().filter(WindowPlanner::isCpu).forEach(ordered::add);
    window.profiles().stream().filter(profile -> !isCpu(profile)).forEach(ordered::add);
    Map<Resource, Map<Scope, List<Profile>>> groups = new LinkedHashMap<>();
    for (Profile profile : ordered) {
      groups
          .computeIfAbsent(profile.resource(), resource -> new LinkedHashMap<>())
          .computeIfAbsent(profile.scope(), scope -> new ArrayList<>())
          .add(profile);
    }
    return groups;
  }

  private static boolean isCpu(Profile profile) {
    return profile.type().periodType().equals("cpu");
  }

  private List<ProfilePlan> planScope(ScopePlan scope, List<Profile> profiles) {
    attributeLists.clear();
    taken = AttributeRules.byPlainKey(scope.resource.attributes, scope.attributes);
    List<ProfilePlan> plans = new ArrayList<>();
    for (Profile profile : profiles) {
      samples.clear();
      collect(profile);
      if (samples.count() > 0) {
        ProfilePlan plan = new ProfilePlan(dictionary, scope, profile, samples);
        droppedAttributes += plan.droppedAttributes;
        plans.add(plan);
      }
    }
    return alignment == SampleAlignment.PPROF_ALIGNED ? aligned(plans) : plans;
  }

  private void collect(Profile profile) {
    long room = Long.MAX_VALUE / factor(profile.type());
    for (Sample sample : profile.samples()) {
      long value = sample.value();
      long amount = Math.abs(value);
      if (value <= 0 && alignment == SampleAlignment.INDEPENDENT) {
        DropReason reason = value == 0 ? DropReason.ZERO_VALUE : DropReason.NEGATIVE_VALUE;
        dropped.add(reason, profile.type(), 1);
      } else if (amount < 0 || amount > room) {
        dropped.add(DropReason.VALUE_OVERFLOW, profile.type(), 1);
      } else {
        room -= amount;
        samples.add(identity(sample), value, 1);
      }
    }
  }

  /** By how much Pyroscope multiplies the values of this type. */
  private static long factor(ProfileType type) {
    boolean multiplied =
        type.type().equals("samples")
            && type.unit().equals("count")
            && type.periodType().equals("cpu")
            && type.periodUnit().equals("nanoseconds");
    return multiplied ? type.period() : 1;
  }

  private int identity(Sample sample) {
    int stack = stacks.intern(sample.stackTrace());
    return dictionary.identity(
        stack, attributeList(sample.attributes()), dictionary.link(sample.link()));
  }

  private int attributeList(Attributes attributes) {
    if (attributes.isEmpty()) {
      return 0;
    }
    int known = attributeLists.find(attributes);
    if (known != Interner.ABSENT) {
      return known;
    }
    KeptAttributes kept = rules.ofSample(attributes, taken);
    droppedAttributes += kept.droppedCount();
    int list = dictionary.attributeList(kept);
    attributeLists.put(attributes, list);
    return list;
  }

  /** All profiles of a scope with the samples of all of them, in one order. */
  private static List<ProfilePlan> aligned(List<ProfilePlan> plans) {
    SampleList all = new SampleList();
    for (ProfilePlan plan : plans) {
      for (int identity : plan.identities) {
        all.add(identity, 0, 0);
      }
    }
    int[] order = all.identities();
    List<ProfilePlan> aligned = new ArrayList<>();
    for (ProfilePlan plan : plans) {
      all.clear();
      for (int identity : order) {
        all.add(identity, 0, 0);
      }
      for (int i = 0; i < plan.sampleCount(); i++) {
        all.add(plan.identities[i], plan.values[i], plan.weights[i]);
      }
      aligned.add(plan.withSamples(all));
    }
    return aligned;
  }
}
