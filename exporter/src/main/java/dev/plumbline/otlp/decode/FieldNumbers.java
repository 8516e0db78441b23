package dev.plumbline.otlp.decode;

/**
 * What the field numbers of {@code Profile} and {@code Sample} mean at each level (the two tables
 * in §1.9 of the OTLP study). Immutable.
 */
final class FieldNumbers {
  /** Fields of a profile; 0 is "not known". */
  static final int SAMPLE_TYPE = 1;

  static final int SAMPLES = 2;
  static final int TIME = 3;
  static final int DURATION = 4;
  static final int PERIOD_TYPE = 5;
  static final int PERIOD = 6;
  static final int PROFILE_ID = 7;
  static final int DROPPED = 8;
  static final int PAYLOAD_FORMAT = 9;
  static final int PAYLOAD = 10;
  static final int PROFILE_ATTRIBUTES = 11;
  static final int COMMENTS = 12;
  static final int LOCATION_INDICES = 13;
  static final int DEFAULT_TYPE = 14;

  /** Fields of a sample. */
  static final int STACK = 1;

  static final int VALUES = 2;
  static final int SAMPLE_ATTRIBUTES = 3;
  static final int LINK = 4;
  static final int TIMESTAMPS = 5;
  static final int LOCATIONS_START = 6;
  static final int LOCATIONS_LENGTH = 7;

  private static final int[] PROFILE_1_7 = {
    0,
    SAMPLE_TYPE,
    SAMPLES,
    LOCATION_INDICES,
    TIME,
    DURATION,
    PERIOD_TYPE,
    PERIOD,
    COMMENTS,
    DEFAULT_TYPE,
    PROFILE_ID,
    DROPPED,
    PAYLOAD_FORMAT,
    PAYLOAD,
    PROFILE_ATTRIBUTES
  };
  private static final int[] PROFILE_1_8 = {
    0,
    SAMPLE_TYPE,
    SAMPLES,
    TIME,
    DURATION,
    PERIOD_TYPE,
    PERIOD,
    COMMENTS,
    PROFILE_ID,
    DROPPED,
    PAYLOAD_FORMAT,
    PAYLOAD,
    PROFILE_ATTRIBUTES
  };
  private static final int[] PROFILE_1_9 = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
  private static final int[] SAMPLE_1_7 = {
    0, LOCATIONS_START, LOCATIONS_LENGTH, VALUES, SAMPLE_ATTRIBUTES, LINK, TIMESTAMPS
  };
  private static final int[] SAMPLE_1_8 = {0, STACK, VALUES, SAMPLE_ATTRIBUTES, LINK, TIMESTAMPS};
  private static final int[] SAMPLE_1_10 = {0, STACK, SAMPLE_ATTRIBUTES, LINK, VALUES, TIMESTAMPS};

  private final int[] profile;
  private final int[] sample;
  private final boolean temporality;

  FieldNumbers(ReceivedLevel level) {
    this.temporality = level.compareTo(ReceivedLevel.V1_8) <= 0;
    switch (level) {
      case V1_7:
        this.profile = PROFILE_1_7;
        this.sample = SAMPLE_1_7;
        break;
      case V1_8:
        this.profile = PROFILE_1_8;
        this.sample = SAMPLE_1_8;
        break;
      case V1_9:
        this.profile = PROFILE_1_9;
        this.sample = SAMPLE_1_8;
        break;
      default:
        this.profile = PROFILE_1_9;
        this.sample = SAMPLE_1_10;
    }
  }

  /** One of the profile's fields above; 0 if the level has no field of that number. */
  int ofProfile(int number) {
    return number < profile.length ? profile[number] : 0;
  }

  /** One of the sample's fields above; 0 if the level has no field of that number. */
  int ofSample(int number) {
    return number < sample.length ? sample[number] : 0;
  }

  /** Whether value types say how values add up. */
  boolean hasTemporality() {
    return temporality;
  }
}
