package dev.plumbline.sampling;

import dev.plumbline.gadget.RecordBatch;
import dev.plumbline.profile.Attributes;
import dev.plumbline.profile.Link;
import dev.plumbline.profile.Resource;
import dev.plumbline.profile.StackTrace;
import org.jspecify.annotations.Nullable;

/**
 * Reads the parts of a sample out of the records of one mapping, with the memory that makes equal
 * parts one instance. Confined to the aggregator's thread.
 */
final class RecordReader {
  /** A frame that was read out of a text, with its name. */
  private static final int PARSED_FRAME_BYTES = 160;

  private final StackReader stacks;
  private final AttributeReader<Attributes> attributes;
  private final AttributeReader<Resource> resources;
  private final @Nullable LinkFields link;
  private final int frameBytes;

  /** Group of the record before, null at the start of a window. */
  @Nullable ProfileGroup lastGroup;

  boolean usedInWindow;

  RecordReader(SampleMapping mapping, Resource base) {
    this.stacks = new StackReader(mapping.stackFields());
    this.attributes = new AttributeReader<>(mapping.sampleAttributes(), it -> it);
    this.resources = new AttributeReader<>(mapping.resourceAttributes(), base::with);
    this.link = mapping.link();
    this.frameBytes =
        mapping.stackFields().stream().anyMatch(StackField::isText) ? PARSED_FRAME_BYTES : 0;
  }

  void startWindow() {
    lastGroup = null;
    usedInWindow = false;
  }

  StackTrace stackTrace(RecordBatch batch, int record) {
    return stacks.read(batch, record);
  }

  /** Memory of a frame that nobody else keeps; 0 where the source of the stacks does. */
  int frameBytes() {
    return frameBytes;
  }

  Attributes attributes(RecordBatch batch, int record) {
    return attributes.read(batch, record);
  }

  Resource resource(RecordBatch batch, int record) {
    return resources.read(batch, record);
  }

  /** Null if the record's ids are malformed. */
  @Nullable Link link(RecordBatch batch, int record) {
    return link == null ? Link.NONE : link.link(batch, record);
  }
}
