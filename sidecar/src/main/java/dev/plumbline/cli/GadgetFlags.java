package dev.plumbline.cli;

import dev.plumbline.descriptor.GadgetParameter;
import dev.plumbline.probe.Gadget;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/**
 * The flags that a gadget's parameters become, {@code --KEY}, added to {@code run} once the gadget
 * is known (§2.13 of the study of Inspektor Gadget). Stateless.
 */
final class GadgetFlags {
  /** General flags that a gadget may also take into the kernel. */
  private static final Set<String> SELECTIONS =
      Set.of("--pid", "--tid", "--uid", "--gid", "--comm");

  private GadgetFlags() {}

  /** A parameter whose name a general flag has is that flag: {@code pid} and its like. */
  static void add(CommandSpec run, Gadget gadget) {
    ArgGroupSpec.Builder group =
        ArgGroupSpec.builder()
            .validate(false)
            .heading("%nOf " + gadget.name().replace("%", "%%") + ":%n");
    boolean isEmpty = true;
    for (GadgetParameter parameter : gadget.descriptor().parameters()) {
      String name = "--" + parameter.key();
      if (run.findOption(name) == null) {
        group.addArg(option(name, parameter));
        isEmpty = false;
      }
    }
    if (!isEmpty) {
      run.addArgGroup(group.build());
    }
  }

  private static OptionSpec option(String name, GadgetParameter parameter) {
    String byDefault = parameter.defaultValue();
    String description =
        parameter.description() + (byDefault.isEmpty() ? "" : " (" + byDefault + ")");
    boolean isSwitch = parameter.setting("typeHint").equals("bool");
    OptionSpec.Builder builder =
        OptionSpec.builder(name)
            .type(String.class)
            .description(description.replace("%", "%%"))
            .paramLabel(isSwitch ? "BOOLEAN" : "VALUE")
            .arity(isSwitch ? "0..1" : "1");
    return isSwitch ? builder.fallbackValue("true").build() : builder.build();
  }

  /**
   * What was given, by key: on the command line, else by a variable, which picocli does not ask for
   * in a group of which no flag was given.
   */
  static Map<String, String> values(ParseResult run, Gadget gadget, IgVariables variables) {
    Map<String, String> values = new LinkedHashMap<>();
    for (GadgetParameter parameter : gadget.descriptor().parameters()) {
      OptionSpec option = run.commandSpec().findOption("--" + parameter.key());
      boolean isSet =
          option != null && (isOfGadget(option) || SELECTIONS.contains(option.longestName()));
      Object value = isSet ? option.getValue() : null;
      if (value == null && option != null && isOfGadget(option)) {
        value = variables.defaultValue(option);
      }
      if (value != null && !value.toString().isEmpty()) {
        values.put(parameter.key(), value.toString());
      }
    }
    return values;
  }

  private static boolean isOfGadget(OptionSpec option) {
    return option.userObject() == null;
  }
}
