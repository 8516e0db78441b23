package dev.plumbline.agent.settings;

/** What a setting's text may be. */
public enum SettingKind {
  FLAG("true or false"),
  DURATION("a time with its unit, such as 10ms, 10s, 5m"),
  /** Nanoseconds, 0 when off. */
  DURATION_OR_OFF("off or a time with its unit, such as 10ms"),
  SIZE("a size such as 512k, 4m, 1g"),
  /** Bytes, 0 when off. */
  SIZE_OR_OFF("off or a size such as 512k, 4m"),
  COUNT("a whole number above 0"),
  TEXT("text");

  private final String expectation;

  SettingKind(String expectation) {
    this.expectation = expectation;
  }

  /** For messages: what the text may be. */
  public String expectation() {
    return expectation;
  }
}
