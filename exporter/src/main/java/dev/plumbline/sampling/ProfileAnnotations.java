package dev.plumbline.sampling;

/**
 * Names of the annotations that turn records into samples. The first six are Inspektor Gadget's
 * (§1.7 of its study), the others are ours (design §4).
 */
public final class ProfileAnnotations {
  /** Data source: comma list of fields, leaf to root; without it nothing is exported. */
  public static final String STACK_FIELDS = "profiles.stack-fields";

  /** Data source: the integer field that is the sample's value. */
  public static final String VALUE_FIELD = "profiles.value-field";

  /** Data source: name of the profile, by default the data source's. */
  public static final String NAME = "profiles.name";

  /** Data source: sample type, by default {@code samples}. */
  public static final String TYPE = "profiles.type";

  /** Data source: unit of the value, by default {@code count}. */
  public static final String UNIT = "profiles.unit";

  /** Field: exactly {@code true} makes it an attribute of the sample. */
  public static final String SAMPLE_ATTRIBUTE = "profiles.sample-attribute";

  /** Data source: {@code TYPE/UNIT} of the period, by default name and unit of the profile. */
  public static final String PERIOD_TYPE = "profiles.period-type";

  /** Data source: an integer, <code>${param}</code> or <code>${param:hz}</code>, by default 1. */
  public static final String PERIOD = "profiles.period";

  /** Data source: {@code flow} (default) or {@code stock} (design §3). */
  public static final String ACCUMULATION = "profiles.accumulation";

  /** Field: name of a resource attribute; {@code true} means the field's full name. */
  public static final String RESOURCE_ATTRIBUTE = "profiles.resource-attribute";

  /** Field: {@code trace-id} or {@code span-id}. */
  public static final String LINK = "profiles.link";

  /** Text field with a stack: the {@code profile.frame.type} of its frames. */
  public static final String FRAME_TYPE = "profiles.frame-type";

  private ProfileAnnotations() {}
}
