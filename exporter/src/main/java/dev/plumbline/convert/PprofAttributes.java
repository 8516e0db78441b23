package dev.plumbline.convert;

/** Semantic attributes that carry what pprof says and OTLP has no field for (§1.7). Stateless. */
final class PprofAttributes {
  static final String HAS_FUNCTIONS = "pprof.mapping.has_functions";
  static final String HAS_FILENAMES = "pprof.mapping.has_filenames";
  static final String HAS_LINE_NUMBERS = "pprof.mapping.has_line_numbers";
  static final String HAS_INLINE_FRAMES = "pprof.mapping.has_inline_frames";
  static final String IS_FOLDED = "pprof.location.is_folded";
  static final String COMMENT = "pprof.profile.comment";
  static final String DROP_FRAMES = "pprof.profile.drop_frames";
  static final String KEEP_FRAMES = "pprof.profile.keep_frames";
  static final String DOC_URL = "pprof.profile.doc_url";
  static final String DEFAULT_SAMPLE_TYPE = "pprof.scope.default_sample_type";
  static final String SAMPLE_TYPE_ORDER = "pprof.scope.sample_type_order";

  static final String FRAME_TYPE = "profile.frame.type";

  /** Labels by which pprof carries a link; hexadecimal, lower case. */
  static final String TRACE_ID = "trace_id";

  static final String SPAN_ID = "span_id";

  /** In the order of {@code PprofProfile}'s flag bits. */
  static final String[] MAPPING_FLAGS = {
    HAS_FUNCTIONS, HAS_FILENAMES, HAS_LINE_NUMBERS, HAS_INLINE_FRAMES
  };

  private PprofAttributes() {}
}
