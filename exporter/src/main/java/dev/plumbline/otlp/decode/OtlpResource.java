package dev.plumbline.otlp.decode;

import dev.plumbline.profile.Attributes;
import dev.plumbline.profile.Resource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Scopes of one resource of a request. Immutable once handed out. */
public final class OtlpResource {
  final List<OtlpScope> scopes = new ArrayList<>();
  Resource resource = Resource.of(Attributes.EMPTY);

  OtlpResource() {}

  public Resource resource() {
    return resource;
  }

  /** Unmodifiable. */
  public List<OtlpScope> scopes() {
    return Collections.unmodifiableList(scopes);
  }
}
