package dev.plumbline.object;

import dev.plumbline.descriptor.GadgetDescriptor;
import dev.plumbline.descriptor.GadgetParameter;
import dev.plumbline.kernel.BpfObjectLoader;
import dev.plumbline.kernel.btf.Btf;
import dev.plumbline.kernel.btf.BtfKind;
import dev.plumbline.probe.RunException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Sets a gadget's parameters as constants of its object, by the types that BTF gives (§2.13 of the
 * study of Inspektor Gadget). A value that begins with {@code @} names a file that holds it.
 * Stateless.
 */
final class ObjectParameters {
  private static final long MAX_FILE_BYTES = 1 << 20;

  private ObjectParameters() {}

  /**
   * @param values by key, those in effect; an empty one leaves what the object was compiled with
   * @throws RunException if a value is none of its constant's type
   */
  static void set(
      BpfObjectLoader loader,
      GadgetDescriptor descriptor,
      List<String> variables,
      Map<String, String> values)
      throws IOException {
    for (GadgetParameter parameter : descriptor.parameters()) {
      String value = values.getOrDefault(parameter.key(), "");
      if (!parameter.scope().equals("ebpf") || value.isEmpty()) {
        continue;
      }
      if (!variables.contains(parameter.variable())) {
        throw new RunException(
            parameter.position()
                + ": parameter \""
                + parameter.variable()
                + "\" is no gadget_param_ variable of the object, which has "
                + variables);
      }
      set(loader, parameter, read(value));
    }
  }

  private static String read(String value) throws IOException {
    if (!value.startsWith("@")) {
      return value;
    }
    Path file = Path.of(value.substring(1));
    if (Files.size(file) > MAX_FILE_BYTES) {
      throw new RunException("file " + file + " is over " + MAX_FILE_BYTES + " bytes");
    }
    return Files.readString(file).strip();
  }

  private static void set(BpfObjectLoader loader, GadgetParameter parameter, String value)
      throws IOException {
    String variable = parameter.variable();
    Btf btf = loader.btf();
    int declared = btf.find(variable, BtfKind.VARIABLE);
    int type = btf.resolve(btf.target(declared));
    int size = btf.size(type);
    try {
      switch (btf.kind(type)) {
        case ARRAY -> setText(loader, parameter, value, size);
        case FLOAT ->
            loader.constant(
                variable,
                size == 4
                    ? Float.floatToIntBits(Float.parseFloat(value))
                    : Double.doubleToLongBits(Double.parseDouble(value)));
        default -> loader.constant(variable, number(value, size, btf.isSigned(type)));
      }
    } catch (NumberFormatException e) {
      throw new RunException(
          "parameter \""
              + parameter.key()
              + "\" is \""
              + value
              + "\", expected a number of "
              + size
              + " bytes or true or false",
          e);
    }
  }

  private static long number(String value, int size, boolean isSigned) {
    if (value.equals("true") || value.equals("false")) {
      return value.equals("true") ? 1 : 0;
    }
    if (size == 8) {
      return isSigned ? Long.parseLong(value) : Long.parseUnsignedLong(value);
    }
    long number = Long.parseLong(value);
    long most = (1L << (size * 8 - (isSigned ? 1 : 0))) - 1;
    if (number > most || number < (isSigned ? -most - 1 : 0)) {
      throw new NumberFormatException(value + " is out of range");
    }
    return number;
  }

  private static void setText(
      BpfObjectLoader loader, GadgetParameter parameter, String value, int size)
      throws IOException {
    byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
    if (bytes.length >= size) {
      throw new RunException(
          "string param \""
              + parameter.key()
              + "\" is too long: "
              + bytes.length
              + " bytes, at most "
              + (size - 1));
    }
    loader.constant(parameter.variable(), bytes);
  }
}
