package dev.plumbline.otlp;

import java.util.Arrays;
import java.util.List;

/**
 * Samples of a window's profiles that go into one request, with the dictionary that they need. It
 * only grows, and its size is known at any time, up to the few bytes by which a length may be
 * shorter than assumed. Confined to the encoder's thread.
 */
final class RequestPart {
  /** Tag and length of a message that is still growing: no length takes more bytes. */
  private static final int MESSAGE_START = 1 + 5;

  final RequestDictionary dictionary;
  final List<ProfilePlan> plans;

  private final ProfileFormat format;
  private final ScopeFormat scopeFormat;
  private final int[][] positions;
  private final int[] counts;
  private final int[] profileSizes;
  private final boolean[] resourceOpened;
  private final boolean[] scopeOpened;
  private int[] opened = new int[8];
  private int openedCount;
  private long headerBytes = MESSAGE_START;
  private long profileBytes;

  RequestPart(
      RequestDictionary dictionary,
      List<ProfilePlan> plans,
      ProfileFormat format,
      ScopeFormat scopeFormat) {
    this.dictionary = dictionary;
    this.plans = plans;
    this.format = format;
    this.scopeFormat = scopeFormat;
    this.positions = new int[plans.size()][];
    this.counts = new int[plans.size()];
    this.profileSizes = new int[plans.size()];
    int scopes = plans.isEmpty() ? 0 : plans.get(plans.size() - 1).scope.ordinal + 1;
    this.resourceOpened = new boolean[scopes];
    this.scopeOpened = new boolean[scopes];
  }

  /** Adds the sample at that position of that plan. */
  void add(int plan, int position) {
    ProfilePlan profile = plans.get(plan);
    if (counts[plan] == 0) {
      open(plan, profile);
    }
    if (counts[plan] == positions[plan].length) {
      positions[plan] = Arrays.copyOf(positions[plan], counts[plan] * 2);
    }
    positions[plan][counts[plan]++] = position;
    int identity = profile.identities[position];
    dictionary.stack(dictionary.window.stackOf(identity));
    dictionary.attributeList(dictionary.window.attributeListOf(identity));
    dictionary.link(dictionary.window.linkOf(identity));
    int size = format.sampleSize(dictionary, profile, position);
    profileSizes[plan] += size;
    profileBytes += size;
  }

  /** Takes all samples out again; costs as much as what is in it. */
  void clear() {
    for (int i = 0; i < openedCount; i++) {
      ScopePlan scope = plans.get(opened[i]).scope;
      counts[opened[i]] = 0;
      scopeOpened[scope.ordinal] = false;
      resourceOpened[scope.resource.ordinal] = false;
    }
    openedCount = 0;
    headerBytes = MESSAGE_START;
    profileBytes = 0;
    dictionary.clear();
  }

  /** The plans of which it has samples, ascending. */
  int[] openedPlans() {
    int[] ascending = Arrays.copyOf(opened, openedCount);
    Arrays.sort(ascending);
    return ascending;
  }

  /** Bytes of the request, or a few more. */
  long sizeBound() {
    return headerBytes + profileBytes + dictionary.size();
  }

  /** Samples of that plan in this request. */
  int sampleCount(int plan) {
    return counts[plan];
  }

  /**
   * @param index from 0 to {@link #sampleCount} of the plan
   * @return position in the plan
   */
  int position(int plan, int index) {
    return positions[plan][index];
  }

  /** Bytes of the body of that plan's {@code Profile}. */
  int profileSize(int plan) {
    return profileSizes[plan];
  }

  private void open(int plan, ProfilePlan profile) {
    if (openedCount == opened.length) {
      opened = Arrays.copyOf(opened, openedCount * 2);
    }
    opened[openedCount++] = plan;
    if (positions[plan] == null) {
      positions[plan] = new int[16];
    }
    dictionary.string(profile.type);
    dictionary.string(profile.unit);
    dictionary.string(profile.periodType);
    dictionary.string(profile.periodUnit);
    dictionary.attributeList(profile.attributeList);
    int size = format.fixedSize(dictionary, profile);
    profileSizes[plan] = size;
    profileBytes += size;
    headerBytes += MESSAGE_START;
    if (!scopeOpened[profile.scope.ordinal]) {
      scopeOpened[profile.scope.ordinal] = true;
      headerBytes += MESSAGE_START + scopeFormat.scopeFixedSize(profile.scope);
    }
    if (!resourceOpened[profile.scope.resource.ordinal]) {
      resourceOpened[profile.scope.resource.ordinal] = true;
      headerBytes += MESSAGE_START + scopeFormat.resourceFixedSize(profile.scope.resource);
    }
  }
}
