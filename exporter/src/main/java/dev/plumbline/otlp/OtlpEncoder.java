package dev.plumbline.otlp;

import static java.util.Objects.requireNonNull;

import dev.plumbline.export.sender.ExportRequest;
import dev.plumbline.profile.ProfileWindow;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Windows to OTLP requests of one level. The bytes depend on the window alone, but for {@link
 * Builder#profileIds}: the same window gives the same requests. Each request has its own complete
 * and minimal dictionary, in which nothing stands twice; a window above {@link
 * Builder#maxRequestBytes} becomes several requests.
 *
 * <p>Keeps nothing between windows. Confined to one thread.
 */
public final class OtlpEncoder {
  /** Largest request, uncompressed: the limit that many receivers have. */
  public static final int DEFAULT_MAX_REQUEST_BYTES = 4 << 20;

  /** Most samples of one {@code Profile}; Pyroscope takes 16,000. */
  public static final int DEFAULT_MAX_SAMPLES_PER_PROFILE = 15_000;

  /** Largest {@code Profile}, also after a receiver has turned it into pprof. */
  public static final int DEFAULT_MAX_PROFILE_BYTES = 4 << 20;

  /** Most attributes of a resource and its scope together; Pyroscope takes 30 with its own. */
  public static final int DEFAULT_MAX_ATTRIBUTES = 25;

  private final ProfileSplitter profileSplitter;
  private final RequestSplitter requestSplitter;
  private final AttributeRules rules;
  private final SampleAlignment alignment;

  private OtlpEncoder(Builder builder) {
    RequestFormat format =
        new RequestFormat(
            new ProfileFormat(builder.level, builder.profileIds),
            new ScopeFormat(builder.schemaUrl));
    this.profileSplitter =
        new ProfileSplitter(builder.maxSamplesPerProfile, builder.maxProfileBytes);
    this.requestSplitter = new RequestSplitter(format, builder.maxRequestBytes, builder.linkZero);
    this.rules =
        new AttributeRules(builder.attributeFilter, builder.maxAttributes, builder.attributeKinds);
    this.alignment = builder.alignment;
  }

  public static Builder builder(OtlpLevel level) {
    return new Builder(level);
  }

  /** Requests of that window; none if it is empty or nothing of it can be sent. */
  public EncodedWindow encode(ProfileWindow window) {
    DroppedSamples dropped = new DroppedSamples();
    List<ExportRequest> requests = new ArrayList<>();
    WindowDictionary dictionary = new WindowDictionary();
    WindowPlanner planner = new WindowPlanner(dictionary, rules, alignment, dropped);
    List<ProfilePlan> plans = planner.plan(window);
    List<ProfilePlan> pieces = profileSplitter.split(dictionary, plans, dropped);
    requestSplitter.split(dictionary, pieces, requests, dropped);
    return new EncodedWindow(
        requests, dropped.byReason(), planner.droppedAttributes(), planner.truncatedStacks());
  }

  /** Confined to the thread that builds. */
  public static final class Builder {
    private static final int MIN_REQUEST_BYTES = 1_024;
    private static final int MAX_REQUEST_BYTES = 1 << 30;
    private static final int MIN_PROFILE_BYTES = 4_096;
    private static final Pattern SCHEMA_URL =
        Pattern.compile("https://opentelemetry\\.io/schemas/\\d+\\.\\d+\\.\\d+");

    private final OtlpLevel level;
    private int maxRequestBytes = DEFAULT_MAX_REQUEST_BYTES;
    private int maxSamplesPerProfile = DEFAULT_MAX_SAMPLES_PER_PROFILE;
    private int maxProfileBytes = DEFAULT_MAX_PROFILE_BYTES;
    private int maxAttributes = DEFAULT_MAX_ATTRIBUTES;
    private LinkZero linkZero = LinkZero.EMPTY;
    private AttributeFilter attributeFilter = AttributeFilter.ALL;
    private AttributeKinds attributeKinds = AttributeKinds.TEXT_AND_INTEGERS;
    private SampleAlignment alignment = SampleAlignment.INDEPENDENT;
    private String schemaUrl = "";
    private ProfileIds profileIds = ProfileIds.NONE;

    private Builder(OtlpLevel level) {
      this.level = requireNonNull(level, "level");
    }

    /** Uncompressed; from 1 KiB to 1 GiB. */
    public Builder maxRequestBytes(int maxRequestBytes) {
      this.maxRequestBytes = maxRequestBytes;
      return this;
    }

    /** At least 1; above it a profile becomes several of the same time and type. */
    public Builder maxSamplesPerProfile(int maxSamplesPerProfile) {
      this.maxSamplesPerProfile = maxSamplesPerProfile;
      return this;
    }

    /** As pprof, uncompressed; from 4 KiB. */
    public Builder maxProfileBytes(int maxProfileBytes) {
      this.maxProfileBytes = maxProfileBytes;
      return this;
    }

    /** Of a resource and one scope of it together; at least 1, for {@code service.name}. */
    public Builder maxAttributes(int maxAttributes) {
      this.maxAttributes = maxAttributes;
      return this;
    }

    public Builder linkZero(LinkZero linkZero) {
      this.linkZero = requireNonNull(linkZero, "linkZero");
      return this;
    }

    /** Applies to resources and scopes. */
    public Builder attributeFilter(AttributeFilter attributeFilter) {
      this.attributeFilter = requireNonNull(attributeFilter, "attributeFilter");
      return this;
    }

    public Builder attributeKinds(AttributeKinds attributeKinds) {
      this.attributeKinds = requireNonNull(attributeKinds, "attributeKinds");
      return this;
    }

    public Builder alignment(SampleAlignment alignment) {
      this.alignment = requireNonNull(alignment, "alignment");
      return this;
    }

    /**
     * @param schemaUrl of the semantic conventions that the attributes follow; empty for none
     */
    public Builder schemaUrl(String schemaUrl) {
      this.schemaUrl = requireNonNull(schemaUrl, "schemaUrl");
      return this;
    }

    /** For what is sent and may be sent again; levels below 1.9 have none. */
    public Builder profileIds(ProfileIds profileIds) {
      this.profileIds = requireNonNull(profileIds, "profileIds");
      return this;
    }

    /**
     * @throws IllegalArgumentException if a limit is out of its range or the schema URL is not one
     *     of OpenTelemetry's
     */
    public OtlpEncoder build() {
      requireInRange("maxRequestBytes", maxRequestBytes, MIN_REQUEST_BYTES, MAX_REQUEST_BYTES);
      requireInRange("maxSamplesPerProfile", maxSamplesPerProfile, 1, Integer.MAX_VALUE);
      requireInRange("maxProfileBytes", maxProfileBytes, MIN_PROFILE_BYTES, Integer.MAX_VALUE);
      requireInRange("maxAttributes", maxAttributes, 1, Integer.MAX_VALUE);
      if (!schemaUrl.isEmpty() && !SCHEMA_URL.matcher(schemaUrl).matches()) {
        throw new IllegalArgumentException(
            "schemaUrl is \"" + schemaUrl + "\", expected " + SCHEMA_URL);
      }
      return new OtlpEncoder(this);
    }

    private static void requireInRange(String name, int value, int min, int max) {
      if (value < min || value > max) {
        throw new IllegalArgumentException(
            name + " is " + value + ", expected " + min + " to " + max);
      }
    }
  }
}
