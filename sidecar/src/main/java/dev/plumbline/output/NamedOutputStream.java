package dev.plumbline.output;

import static java.util.Objects.requireNonNull;

import dev.plumbline.fault.FaultText;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/** Says in its exceptions where it was writing: "No space left on device" alone helps nobody. */
public final class NamedOutputStream extends FilterOutputStream {
  private final String name;

  public NamedOutputStream(String name, OutputStream out) {
    super(out);
    this.name = requireNonNull(name, "name");
  }

  @Override
  public void write(int value) throws IOException {
    write(new byte[] {(byte) value}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int from, int length) throws IOException {
    try {
      out.write(bytes, from, length);
    } catch (IOException e) {
      throw named(e);
    }
  }

  @Override
  public void flush() throws IOException {
    try {
      out.flush();
    } catch (IOException e) {
      throw named(e);
    }
  }

  @Override
  public void close() throws IOException {
    try {
      out.close();
    } catch (IOException e) {
      throw named(e);
    }
  }

  private IOException named(IOException e) {
    return new IOException(name + ": " + FaultText.reason(e), e);
  }
}
