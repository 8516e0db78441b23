package dev.plumbline.it.peers;

import dev.plumbline.profile.Attribute;
import dev.plumbline.profile.Frame;
import dev.plumbline.profile.Link;
import dev.plumbline.profile.Profile;
import dev.plumbline.profile.ProfileWindow;
import dev.plumbline.profile.Sample;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

/**
 * A request as one of the programs of {@code it/peers} wrote it, with what it says: four sums that
 * only a reader finds who understands all of it. Immutable.
 *
 * @param sums of amounts; the same with functions and depths, with attributes, and with links
 * @param isTold whether levels 1.8 and 1.9 write it differently
 */
record DescribedRequest(List<Long> sums, boolean isTold, byte[] protobuf, byte[] json) {
  private static final int SUMS = 4;

  static List<DescribedRequest> readAll(InputStream stream) throws IOException {
    List<DescribedRequest> requests = new ArrayList<>();
    DataInputStream in = new DataInputStream(stream);
    for (int first = in.read(); first >= 0; first = in.read()) {
      long rest = 0;
      for (int i = 1; i < Long.BYTES; i++) {
        rest = rest << Byte.SIZE | in.readUnsignedByte();
      }
      List<Long> sums = new ArrayList<>(List.of((long) first << 56 | rest));
      while (sums.size() < SUMS) {
        sums.add(in.readLong());
      }
      boolean isTold = in.readBoolean();
      byte[] protobuf = in.readNBytes(in.readInt());
      requests.add(new DescribedRequest(sums, isTold, protobuf, in.readNBytes(in.readInt())));
    }
    return requests;
  }

  /** What a reader found. */
  static List<Long> sums(ProfileWindow window) {
    long amounts = 0;
    long functions = 0;
    long attributes = 0;
    long links = 0;
    for (Profile profile : window.profiles()) {
      for (Sample sample : profile.samples()) {
        amounts += sample.value();
        int depth = 0;
        for (Frame frame : sample.stackTrace().frames()) {
          functions += sample.value() * ++depth * number(frame.functionName());
        }
        for (Attribute attribute : sample.attributes()) {
          attributes += sample.value() * number(String.valueOf(attribute.value()));
        }
        links += sample.link().equals(Link.NONE) ? 0 : sample.value();
      }
    }
    return List.of(amounts, functions, attributes, links);
  }

  /** Of a name that is a letter and a number. */
  private static long number(String name) {
    return Long.parseLong(name.substring(1));
  }
}
