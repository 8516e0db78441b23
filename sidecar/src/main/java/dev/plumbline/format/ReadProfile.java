package dev.plumbline.format;

import static java.util.Objects.requireNonNull;

import dev.plumbline.convert.OtlpToPprof;
import dev.plumbline.convert.OtlpToWindow;
import dev.plumbline.convert.PprofToWindow;
import dev.plumbline.otlp.decode.OtlpRequest;
import dev.plumbline.pprof.PprofEncoder;
import dev.plumbline.pprof.PprofFile;
import dev.plumbline.pprof.PprofLimits;
import dev.plumbline.pprof.PprofProfile;
import dev.plumbline.pprof.PprofReader;
import dev.plumbline.profile.Attributes;
import dev.plumbline.profile.ProfileWindow;
import dev.plumbline.profile.Resource;
import dev.plumbline.profile.Scope;
import dev.plumbline.wire.InputException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** What a file held, in the form that says most of it. Immutable. */
public sealed interface ReadProfile {
  /** The file was pprof, or text that becomes pprof. */
  record OfPprof(String format, PprofProfile profile, List<String> notes) implements ReadProfile {
    public OfPprof {
      requireNonNull(profile, "profile");
      notes = List.copyOf(notes);
    }
  }

  /**
   * The file was OTLP.
   *
   * @param protobuf the request, of the level that {@code request} names; read-only
   */
  record OfOtlp(String format, OtlpRequest request, ByteBuffer protobuf, List<String> notes)
      implements ReadProfile {
    public OfOtlp {
      requireNonNull(request, "request");
      protobuf = protobuf.asReadOnlyBuffer();
      notes = List.copyOf(notes);
    }
  }

  /** The file was a recording. */
  record OfRecording(String format, ProfileWindow window, List<String> notes)
      implements ReadProfile {
    public OfRecording {
      requireNonNull(window, "window");
      notes = List.copyOf(notes);
    }
  }

  /** Such as {@code pprof} or {@code perf script}. */
  String format();

  /** What was left out or passed over, a line each. */
  List<String> notes();

  /** In the model's words. Times that are not said stay at the epoch's first nanosecond. */
  default ProfileWindow window() {
    if (this instanceof OfPprof pprof) {
      return PprofToWindow.convert(
              pprof.profile(), Resource.of(Attributes.EMPTY), Scope.of("", ""), 0)
          .window();
    }
    if (this instanceof OfOtlp otlp) {
      return OtlpToWindow.convert(otlp.request(), 0).window();
    }
    return ((OfRecording) this).window();
  }

  /** As pprof: one for each period that the file speaks of. */
  default List<PprofProfile> pprof() throws InputException {
    if (this instanceof OfPprof pprof) {
      return List.of(pprof.profile());
    }
    if (this instanceof OfOtlp otlp) {
      return OtlpToPprof.convert(otlp.request());
    }
    List<PprofProfile> profiles = new ArrayList<>();
    for (PprofFile file : new PprofEncoder().encode(((OfRecording) this).window())) {
      profiles.add(PprofReader.of(PprofLimits.FILE).read(file.protobuf()));
    }
    return List.copyOf(profiles);
  }
}
