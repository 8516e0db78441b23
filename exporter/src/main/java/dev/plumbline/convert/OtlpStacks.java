package dev.plumbline.convert;

import dev.plumbline.otlp.decode.OtlpAttribute;
import dev.plumbline.otlp.decode.OtlpDictionary;
import dev.plumbline.profile.Attribute;
import dev.plumbline.profile.Attributes;
import dev.plumbline.profile.BuildId;
import dev.plumbline.profile.Frame;
import dev.plumbline.profile.FrameType;
import dev.plumbline.profile.Mapping;
import dev.plumbline.profile.StackTrace;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Stack traces of a dictionary, made when first asked for. A location that says nothing, with which
 * some senders end their stacks, makes no frame. Confined to one conversion.
 */
final class OtlpStacks {
  private final OtlpDictionary dictionary;
  private final @Nullable Mapping[] mappings;
  private final List<@Nullable List<Frame>> locations;
  private final FrameBudget budget = new FrameBudget();

  OtlpStacks(OtlpDictionary dictionary) {
    this.dictionary = dictionary;
    this.mappings = new Mapping[dictionary.mappingCount() + 1];
    this.locations = new ArrayList<>(Collections.nCopies(dictionary.locationCount() + 1, null));
  }

  /** Null if the conversion has made as many frames as it may. */
  @Nullable StackTrace stackTrace(int stack) {
    long lines = 0;
    for (int i = 0; i < dictionary.stackDepth(stack); i++) {
      int location = dictionary.stackLocation(stack, i);
      lines += location == 0 ? 0 : Math.max(1, dictionary.lineCount(location));
    }
    if (!budget.spend(lines)) {
      return null;
    }
    List<Frame> frames = new ArrayList<>();
    for (int i = 0; i < dictionary.stackDepth(stack); i++) {
      frames.addAll(frames(dictionary.stackLocation(stack, i)));
    }
    return StackTrace.of(frames);
  }

  private List<Frame> frames(int location) {
    List<Frame> known = locations.get(location);
    if (known == null) {
      known = location == 0 ? Collections.emptyList() : read(location);
      locations.set(location, known);
    }
    return known;
  }

  private List<Frame> read(int location) {
    Mapping mapping = mapping(dictionary.locationMapping(location));
    FrameType said = frameType(location);
    long address = dictionary.locationAddress(location);
    int lines = dictionary.lineCount(location);
    List<Frame> frames = new ArrayList<>(lines);
    for (int line = 0; line < lines; line++) {
      Frame frame = frame(location, line, mapping, said);
      if (frame != null) {
        frames.add(frame);
      }
    }
    if (frames.isEmpty()) {
      FrameType type = said == null ? ModelFrames.guess("", mapping) : said;
      Frame only = ModelFrames.unresolved(type, mapping, address);
      return only == null ? Collections.emptyList() : Collections.singletonList(only);
    }
    return frames;
  }

  private @Nullable Frame frame(int location, int line, Mapping mapping, @Nullable FrameType said) {
    int function = dictionary.lineFunction(location, line);
    if (function == 0) {
      return null;
    }
    String name = dictionary.string(dictionary.functionName(function));
    String systemName = dictionary.string(dictionary.functionSystemName(function));
    String file = dictionary.string(dictionary.functionFile(function));
    String shown = name.isEmpty() ? systemName : name;
    if (shown.isEmpty()) {
      return null;
    }
    return Frame.builder(said == null ? ModelFrames.guess(file, mapping) : said)
        .functionName(shown)
        .systemName(systemName.isEmpty() ? shown : systemName)
        .fileName(file)
        .line(ModelFrames.line(dictionary.lineNumber(location, line)))
        .mapping(mapping)
        .address(dictionary.locationAddress(location))
        .inlined(line < dictionary.lineCount(location) - 1)
        .build();
  }

  private @Nullable FrameType frameType(int location) {
    for (int i = 0; i < dictionary.locationAttributeCount(location); i++) {
      OtlpAttribute attribute = dictionary.locationAttribute(location, i);
      if (attribute.key().equals(PprofAttributes.FRAME_TYPE)
          && attribute.value() instanceof String) {
        return FrameType.of((String) attribute.value());
      }
    }
    return null;
  }

  private Mapping mapping(int index) {
    if (index == 0) {
      return Mapping.NONE;
    }
    Mapping known = mappings[index];
    if (known == null) {
      known = readMapping(index);
      mappings[index] = known;
    }
    return known;
  }

  private Mapping readMapping(int index) {
    long[] range = {
      dictionary.mappingStart(index),
      dictionary.mappingLimit(index),
      dictionary.mappingFileOffset(index)
    };
    BuildId buildId = null;
    List<Attribute> others = new ArrayList<>();
    for (int i = 0; i < dictionary.mappingAttributeCount(index); i++) {
      OtlpAttribute attribute = dictionary.mappingAttribute(index, i);
      BuildId read = buildId(attribute);
      if (read != null && buildId == null) {
        buildId = read;
      } else if (attribute.isSet()) {
        others.add(attribute.asAttribute());
      }
    }
    String file = dictionary.string(dictionary.mappingFile(index));
    return ModelFrames.mapping(range, file, buildId, Attributes.of(others));
  }

  private static @Nullable BuildId buildId(OtlpAttribute attribute) {
    for (BuildId.Scheme scheme : BuildId.Scheme.values()) {
      if (attribute.key().equals(scheme.attributeKey()) && attribute.value() instanceof String) {
        String text = (String) attribute.value();
        boolean isHex = scheme != BuildId.Scheme.GO;
        return text.isEmpty()
            ? null
            : BuildId.of(scheme, isHex ? text.toLowerCase(Locale.ROOT) : text);
      }
    }
    return null;
  }
}
