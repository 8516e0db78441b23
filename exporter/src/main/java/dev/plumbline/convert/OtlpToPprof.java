package dev.plumbline.convert;

import static java.util.Objects.requireNonNull;

import dev.plumbline.otlp.decode.OtlpDictionary;
import dev.plumbline.otlp.decode.OtlpProfile;
import dev.plumbline.otlp.decode.OtlpRequest;
import dev.plumbline.otlp.decode.OtlpResource;
import dev.plumbline.otlp.decode.OtlpSamples;
import dev.plumbline.otlp.decode.OtlpScope;
import dev.plumbline.pprof.PprofBuilder;
import dev.plumbline.pprof.PprofProfile;
import dev.plumbline.profile.Attribute;
import dev.plumbline.profile.Resource;
import dev.plumbline.profile.Scope;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A decoded request as pprof profiles (§4.1 of the OTLP study). A pprof file knows one period, so
 * profiles that agree in it share a file with a column for each type; samples are paired by stack,
 * labels and link, the k-th of equal ones with the k-th. Samples that contradict themselves are
 * left out.
 *
 * <p>What pprof cannot say is lost: times of single events, scopes, kinds of frames, attributes of
 * profiles other than {@code pprof.*}. Where a file holds several resources, what tells them apart
 * becomes labels. One conversion; confined to its thread.
 */
public final class OtlpToPprof {
  private static final List<String> RESOURCE_LABELS =
      Arrays.asList(
          Resource.SERVICE_NAME,
          "process.pid",
          "process.executable.name",
          "container.name",
          "container.id",
          "k8s.pod.name");

  private final OtlpRequest request;
  private final OtlpDictionary dictionary;

  private OtlpToPprof(OtlpRequest request) {
    this.request = request;
    this.dictionary = request.dictionary();
  }

  /** One file for each period, in the order in which the periods first appear. */
  public static List<PprofProfile> convert(OtlpRequest request) {
    return new OtlpToPprof(requireNonNull(request, "request")).run();
  }

  private List<PprofProfile> run() {
    Map<List<Object>, List<Member>> byPeriod = new LinkedHashMap<>();
    for (OtlpResource resource : request.resources()) {
      for (OtlpScope scope : resource.scopes()) {
        for (OtlpProfile profile : ordered(scope)) {
          byPeriod
              .computeIfAbsent(period(profile), absent -> new ArrayList<>())
              .add(new Member(resource.resource(), scope.scope(), profile));
        }
      }
    }
    List<PprofProfile> files = new ArrayList<>();
    for (List<Member> members : byPeriod.values()) {
      files.add(file(members));
    }
    return Collections.unmodifiableList(files);
  }

  private List<Object> period(OtlpProfile profile) {
    return Arrays.asList(
        dictionary.string(profile.periodType()),
        dictionary.string(profile.periodUnit()),
        profile.period());
  }

  /** In the order that the scope says, if what it says is an order of its profiles. */
  private static List<OtlpProfile> ordered(OtlpScope scope) {
    Attribute order = scope.scope().attributes().get(PprofAttributes.SAMPLE_TYPE_ORDER);
    List<OtlpProfile> profiles = scope.profiles();
    if (order == null
        || !(order.value() instanceof List)
        || ((List<?>) order.value()).size() != profiles.size()) {
      return profiles;
    }
    List<OtlpProfile> ordered = new ArrayList<>();
    boolean[] taken = new boolean[profiles.size()];
    for (Object position : (List<?>) order.value()) {
      long at = position instanceof Long ? (Long) position : -1;
      if (at < 0 || at >= taken.length || taken[(int) at]) {
        return profiles;
      }
      taken[(int) at] = true;
      ordered.add(profiles.get((int) at));
    }
    return ordered;
  }

  private PprofProfile file(List<Member> members) {
    PprofBuilder builder = new PprofBuilder();
    OtlpTranslation translation = new OtlpTranslation(dictionary, builder);
    List<List<String>> columns = new ArrayList<>();
    for (Member member : members) {
      List<String> words = words(member.profile);
      if (!columns.contains(words)) {
        columns.add(words);
        builder.sampleType(builder.string(words.get(0)), builder.string(words.get(1)));
      }
    }
    PairedRows rows = new PairedRows(columns.size());
    boolean labelled = severalResources(members);
    for (Member member : members) {
      List<Attribute> labels = labelled ? labelsOf(member.resource) : Collections.emptyList();
      rows.begin();
      add(member.profile, columns.indexOf(words(member.profile)), labels, translation, rows);
    }
    rows.writeTo(builder);
    writeHead(builder, members);
    return builder.build();
  }

  private List<String> words(OtlpProfile profile) {
    return Arrays.asList(dictionary.string(profile.type()), dictionary.string(profile.unit()));
  }

  private static void add(
      OtlpProfile profile,
      int column,
      List<Attribute> labels,
      OtlpTranslation translation,
      PairedRows rows) {
    OtlpSamples samples = profile.samples();
    for (int sample = 0; sample < samples.count(); sample++) {
      if (samples.isConsistent(sample)) {
        rows.add(
            translation.stack(samples.stack(sample)),
            translation.labels(samples.attributeList(sample), samples.link(sample), labels),
            column,
            samples.amount(sample));
      }
    }
  }

  private static boolean severalResources(List<Member> members) {
    Resource first = members.get(0).resource;
    return members.stream().anyMatch(member -> !member.resource.equals(first));
  }

  private static List<Attribute> labelsOf(Resource resource) {
    List<Attribute> labels = new ArrayList<>();
    for (String key : RESOURCE_LABELS) {
      Attribute attribute = resource.attributes().get(key);
      if (attribute != null) {
        labels.add(attribute);
      }
    }
    return labels;
  }

  private void writeHead(PprofBuilder builder, List<Member> members) {
    OtlpProfile first = members.get(0).profile;
    long start = Long.MAX_VALUE;
    long end = 0;
    for (Member member : members) {
      long time = member.profile.timeUnixNanos();
      start = Math.min(start, time);
      end = Math.max(end, time + member.profile.durationNanos());
    }
    builder.interval(start, end - start);
    builder.period(
        builder.string(dictionary.string(first.periodType())),
        builder.string(dictionary.string(first.periodUnit())),
        first.period());
    for (Member member : members) {
      String type = member.scope.attributes().string(PprofAttributes.DEFAULT_SAMPLE_TYPE);
      if (type != null) {
        builder.defaultSampleType(builder.string(type));
      } else if (member.profile.isDefaultType()) {
        builder.defaultSampleType(builder.string(dictionary.string(member.profile.type())));
      }
    }
    new OtlpProfileHead(dictionary, first).writeTo(builder);
  }

  /** A profile with what stands around it. */
  private static final class Member {
    final Resource resource;
    final Scope scope;
    final OtlpProfile profile;

    Member(Resource resource, Scope scope, OtlpProfile profile) {
      this.resource = resource;
      this.scope = scope;
      this.profile = profile;
    }
  }
}
