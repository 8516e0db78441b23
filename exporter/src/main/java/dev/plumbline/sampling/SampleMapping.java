package dev.plumbline.sampling;

import dev.plumbline.gadget.DataSource;
import dev.plumbline.gadget.FieldKind;
import dev.plumbline.gadget.RecordBatch;
import dev.plumbline.profile.ProfileType;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What the annotations of one data source ask to be read of each record: stack, value, attributes,
 * link, and the profile type that all its samples have. Made by a {@link MappingReader}. Immutable.
 */
public final class SampleMapping {
  private final DataSource dataSource;
  private final ProfileType profileType;
  private final int valueField;
  private final boolean valueUnsigned;
  private final List<StackField> stackFields;
  private final List<AttributeField> sampleAttributes;
  private final List<AttributeField> resourceAttributes;
  private final @Nullable LinkFields link;

  private SampleMapping(Builder builder) {
    this.dataSource = builder.dataSource;
    this.profileType = builder.profileType;
    this.valueField = builder.valueField;
    this.valueUnsigned = dataSource.field(valueField).kind() == FieldKind.UINT64;
    this.stackFields = List.copyOf(builder.stackFields);
    this.sampleAttributes = List.copyOf(builder.sampleAttributes);
    this.resourceAttributes = List.copyOf(builder.resourceAttributes);
    this.link = builder.link;
  }

  static Builder builder(DataSource dataSource, ProfileType profileType, int valueField) {
    return new Builder(dataSource, profileType, valueField);
  }

  /** With the annotations that were read. */
  public DataSource dataSource() {
    return dataSource;
  }

  public ProfileType profileType() {
    return profileType;
  }

  /** In the order of the annotation, leaf to root; never empty. */
  List<StackField> stackFields() {
    return stackFields;
  }

  /** Keys of the attributes that samples carry, in the order of the fields. */
  public List<String> attributeNames() {
    return sampleAttributes.stream().map(AttributeField::key).collect(Collectors.toList());
  }

  List<AttributeField> sampleAttributes() {
    return sampleAttributes;
  }

  List<AttributeField> resourceAttributes() {
    return resourceAttributes;
  }

  /** Null if records carry no link. */
  @Nullable LinkFields link() {
    return link;
  }

  /** The record's value; an unsigned one above the largest long is that long. */
  long value(RecordBatch batch, int record) {
    long value = batch.integer(record, valueField);
    return value < 0 && valueUnsigned ? Long.MAX_VALUE : value;
  }

  /** Whether records of that data source can be read: the same fields in the same order. */
  boolean reads(DataSource other) {
    if (other == dataSource) {
      return true;
    }
    if (other.fields().size() != dataSource.fields().size()) {
      return false;
    }
    for (int i = 0; i < other.fields().size(); i++) {
      if (other.field(i).kind() != dataSource.field(i).kind()
          || !other.field(i).fullName().equals(dataSource.field(i).fullName())) {
        return false;
      }
    }
    return true;
  }

  @Override
  public String toString() {
    return "SampleMapping[" + dataSource.name() + " → " + profileType + "]";
  }

  /** Confined to the thread that builds. */
  static final class Builder {
    private final DataSource dataSource;
    private final ProfileType profileType;
    private final int valueField;
    private List<StackField> stackFields = new ArrayList<>();
    private List<AttributeField> sampleAttributes = new ArrayList<>();
    private List<AttributeField> resourceAttributes = new ArrayList<>();
    private @Nullable LinkFields link;

    private Builder(DataSource dataSource, ProfileType profileType, int valueField) {
      this.dataSource = dataSource;
      this.profileType = profileType;
      this.valueField = valueField;
    }

    Builder stackFields(List<StackField> stackFields) {
      this.stackFields = stackFields;
      return this;
    }

    Builder sampleAttributes(List<AttributeField> sampleAttributes) {
      this.sampleAttributes = sampleAttributes;
      return this;
    }

    Builder resourceAttributes(List<AttributeField> resourceAttributes) {
      this.resourceAttributes = resourceAttributes;
      return this;
    }

    Builder link(@Nullable LinkFields link) {
      this.link = link;
      return this;
    }

    SampleMapping build() {
      return new SampleMapping(this);
    }
  }
}
