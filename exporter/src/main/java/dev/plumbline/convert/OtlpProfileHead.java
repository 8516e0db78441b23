package dev.plumbline.convert;

import dev.plumbline.otlp.decode.OtlpAttribute;
import dev.plumbline.otlp.decode.OtlpDictionary;
import dev.plumbline.otlp.decode.OtlpProfile;
import dev.plumbline.pprof.PprofBuilder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the {@code pprof.*} attributes of a profile say, and comments as they were fields before
 * level 1.9. The Collector numbers its comments, each an attribute of its own. Confined to one
 * conversion.
 */
final class OtlpProfileHead {
  private final OtlpDictionary dictionary;
  private final OtlpProfile profile;

  OtlpProfileHead(OtlpDictionary dictionary, OtlpProfile profile) {
    this.dictionary = dictionary;
    this.profile = profile;
  }

  void writeTo(PprofBuilder builder) {
    int dropFrames = 0;
    int keepFrames = 0;
    for (int i = 0; i < profile.commentCount(); i++) {
      builder.comment(builder.string(dictionary.string(profile.comment(i))));
    }
    for (int i = 0; i < dictionary.attributeListSize(profile.attributeList()); i++) {
      OtlpAttribute attribute = dictionary.attribute(profile.attributeList(), i);
      Object value = attribute.value();
      if (attribute.key().equals(PprofAttributes.DROP_FRAMES)) {
        dropFrames = builder.string(String.valueOf(value));
      } else if (attribute.key().equals(PprofAttributes.KEEP_FRAMES)) {
        keepFrames = builder.string(String.valueOf(value));
      } else if (attribute.key().equals(PprofAttributes.DOC_URL)) {
        builder.docUrl(builder.string(String.valueOf(value)));
      } else if (attribute.key().startsWith(PprofAttributes.COMMENT)) {
        addComments(builder, value);
      }
    }
    builder.frameFilters(dropFrames, keepFrames);
  }

  private static void addComments(PprofBuilder builder, @Nullable Object value) {
    if (value instanceof List) {
      for (Object comment : (List<?>) value) {
        builder.comment(builder.string(comment.toString()));
      }
    } else if (value != null) {
      builder.comment(builder.string(value.toString()));
    }
  }
}
