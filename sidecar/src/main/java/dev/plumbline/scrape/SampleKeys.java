package dev.plumbline.scrape;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.plumbline.pprof.PprofProfile;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * What makes samples of two answers the same one: the addresses of the stack, or the lines where a
 * location has no address, and the labels in any order. Confined to one thread.
 */
final class SampleKeys {
  private final PprofProfile profile;
  private final ByteBuffer[] stacks;
  private final ByteBuffer[] labelSets;

  SampleKeys(PprofProfile profile) {
    this.profile = profile;
    this.stacks = new ByteBuffer[profile.stackCount() + 1];
    this.labelSets = new ByteBuffer[profile.labelSetCount() + 1];
  }

  /** To be compared by equality. */
  ByteBuffer of(int sample) {
    int stack = profile.stack(sample);
    int labels = profile.labelSet(sample);
    if (stacks[stack] == null) {
      stacks[stack] = ByteBuffer.wrap(written(out -> writeStack(out, stack)));
    }
    if (labelSets[labels] == null) {
      labelSets[labels] = ByteBuffer.wrap(written(out -> writeLabels(out, labels)));
    }
    ByteBuffer key =
        ByteBuffer.allocate(4 + stacks[stack].capacity() + labelSets[labels].capacity());
    key.putInt(stacks[stack].capacity());
    key.put(stacks[stack].duplicate());
    key.put(labelSets[labels].duplicate());
    return key.flip();
  }

  /** Writes a part of a key. */
  @FunctionalInterface
  private interface Part {
    void write(DataOutputStream out) throws IOException;
  }

  private static byte[] written(Part part) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      part.write(out);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // memory does not fail so
    }
    return bytes.toByteArray();
  }

  private void writeStack(DataOutputStream out, int stack) throws IOException {
    for (int i = 0; stack != 0 && i < profile.stackDepth(stack); i++) {
      int location = profile.stackLocation(stack, i);
      long address = location == 0 ? 0 : profile.locationAddress(location);
      out.writeLong(address);
      if (address == 0 && location != 0) {
        writeLines(out, location);
      }
    }
  }

  private void writeLines(DataOutputStream out, int location) throws IOException {
    out.writeInt(profile.lineCount(location));
    for (int line = 0; line < profile.lineCount(location); line++) {
      int function = profile.lineFunction(location, line);
      writeText(out, function == 0 ? "" : profile.string(profile.functionName(function)));
      writeText(out, function == 0 ? "" : profile.string(profile.functionFile(function)));
      out.writeLong(profile.lineNumber(location, line));
    }
  }

  private void writeLabels(DataOutputStream out, int labelSet) throws IOException {
    int count = labelSet == 0 ? 0 : profile.labelCount(labelSet);
    byte[][] labels = new byte[count][];
    for (int i = 0; i < count; i++) {
      int label = i;
      labels[i] = written(one -> writeLabel(one, labelSet, label));
    }
    Arrays.sort(labels, Arrays::compare);
    for (byte[] label : labels) {
      out.write(label);
    }
  }

  private void writeLabel(DataOutputStream out, int labelSet, int label) throws IOException {
    writeText(out, profile.string(profile.labelKey(labelSet, label)));
    boolean isNumber = profile.isLabelNumber(labelSet, label);
    out.writeBoolean(isNumber);
    if (isNumber) {
      out.writeLong(profile.labelNumber(labelSet, label));
    } else {
      writeText(out, profile.string(profile.labelText(labelSet, label)));
    }
  }

  private static void writeText(DataOutputStream out, String text) throws IOException {
    byte[] bytes = text.getBytes(UTF_8);
    out.writeInt(bytes.length);
    out.write(bytes);
  }
}
