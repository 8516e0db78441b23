package dev.plumbline.otlp.decode;

import dev.plumbline.profile.Scope;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Profiles of one scope of a resource. Immutable once handed out. */
public final class OtlpScope {
  final List<OtlpProfile> profiles = new ArrayList<>();
  Scope scope = Scope.of("", "");

  OtlpScope() {}

  public Scope scope() {
    return scope;
  }

  /** Unmodifiable. */
  public List<OtlpProfile> profiles() {
    return Collections.unmodifiableList(profiles);
  }
}
