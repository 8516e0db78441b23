package dev.plumbline.otlp;

import com.google.protobuf.CodedOutputStream;
import dev.plumbline.export.sender.ExportRequest;
import dev.plumbline.profile.SampleCounts;
import dev.plumbline.wire.Wire;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/**
 * {@code ExportProfilesServiceRequest} (equal to {@code ProfilesData}): resource_profiles 1,
 * dictionary 2. The length of every message is known before its first byte is written, so one pass
 * writes into one array of the exact size. Immutable.
 */
final class RequestFormat {
  private static final int RESOURCE_PROFILES = 1;
  private static final int DICTIONARY = 2;
  private static final int INNER = 2;

  private final ProfileFormat profileFormat;
  private final ScopeFormat scopeFormat;

  RequestFormat(ProfileFormat profileFormat, ScopeFormat scopeFormat) {
    this.profileFormat = profileFormat;
    this.scopeFormat = scopeFormat;
  }

  /** An empty part for samples of these plans. */
  RequestPart newPart(WindowDictionary window, List<ProfilePlan> plans, LinkZero linkZero) {
    RequestDictionary dictionary = new RequestDictionary(window, linkZero);
    return new RequestPart(dictionary, plans, profileFormat, scopeFormat);
  }

  ExportRequest write(RequestPart part) {
    List<Section> resources = sections(part);
    int size = Wire.messageSize(DICTIONARY, part.dictionary.size());
    for (Section resource : resources) {
      size += Wire.messageSize(RESOURCE_PROFILES, resource.size);
    }
    byte[] body = new byte[size];
    try {
      CodedOutputStream out = CodedOutputStream.newInstance(body);
      writeBody(out, part, resources);
      out.checkNoSpaceLeft();
    } catch (IOException e) {
      throw new UncheckedIOException("size of the request was computed as " + size, e);
    }
    return ExportRequest.takingOver(body, size, part.openedPlans().length, samples(part));
  }

  private static SampleCounts samples(RequestPart part) {
    SampleCounts.Builder counts = SampleCounts.builder();
    for (int plan : part.openedPlans()) {
      ProfilePlan profile = part.plans.get(plan);
      long samples = 0;
      for (int i = 0; i < part.sampleCount(plan); i++) {
        samples += profile.weights[part.position(plan, i)];
      }
      counts.add(profile.profileType, samples);
    }
    return counts.build();
  }

  private void writeBody(CodedOutputStream out, RequestPart part, List<Section> resources)
      throws IOException {
    for (Section resource : resources) {
      Wire.writeMessageStart(out, RESOURCE_PROFILES, resource.size);
      scopeFormat.writeResource(out, part.plans.get(resource.firstPlan()).scope.resource);
      for (Section scope : resource.sections) {
        Wire.writeMessageStart(out, INNER, scope.size);
        scopeFormat.writeScope(out, part.plans.get(scope.firstPlan()).scope);
        for (Section profile : scope.sections) {
          Wire.writeMessageStart(out, INNER, profile.size);
          profileFormat.write(out, part, profile.plan);
        }
        scopeFormat.writeSchemaUrl(out);
      }
      scopeFormat.writeSchemaUrl(out);
    }
    Wire.writeMessageStart(out, DICTIONARY, part.dictionary.size());
    DictionaryFormat.write(out, part.dictionary);
  }

  /** Resources, in them scopes, in them profiles, each with the size of its body. */
  private List<Section> sections(RequestPart part) {
    List<Section> resources = new ArrayList<>();
    Section resource = new Section(-1, 0);
    Section scope = resource;
    int openResource = -1;
    int openScope = -1;
    for (int plan : part.openedPlans()) {
      ScopePlan inScope = part.plans.get(plan).scope;
      if (inScope.resource.ordinal != openResource) {
        openResource = inScope.resource.ordinal;
        resource = new Section(plan, scopeFormat.resourceFixedSize(inScope.resource));
        resources.add(resource);
      }
      if (inScope.ordinal != openScope) {
        openScope = inScope.ordinal;
        scope = new Section(plan, scopeFormat.scopeFixedSize(inScope));
        resource.sections.add(scope);
      }
      scope.sections.add(new Section(plan, part.profileSize(plan)));
    }
    resources.forEach(Section::sumUp);
    return resources;
  }

  /** A message that holds others as field 2. */
  private static final class Section {
    final int plan;
    final List<Section> sections = new ArrayList<>();
    int size;

    Section(int plan, int fixedSize) {
      this.plan = plan;
      this.size = fixedSize;
    }

    int firstPlan() {
      return plan;
    }

    int sumUp() {
      for (Section section : sections) {
        size += Wire.messageSize(INNER, section.sumUp());
      }
      return size;
    }
  }
}
