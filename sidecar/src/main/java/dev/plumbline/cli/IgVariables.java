package dev.plumbline.cli;

import dev.plumbline.config.Variables;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Values of flags that are not given, from ig's variables: {@code INSPEKTOR_GADGET_} and the flag's
 * name in upper case, with underscores for dots and dashes (§6.5 of the study of Inspektor Gadget).
 * A blank value counts as not set. The exporter's selection is not among them: its order of sources
 * is {@code SelectionText}'s. Stateless.
 */
final class IgVariables implements IDefaultValueProvider {
  private final Variables environment;

  IgVariables(Variables environment) {
    this.environment = environment;
  }

  @Override
  public @Nullable String defaultValue(ArgSpec argument) {
    if (!(argument instanceof OptionSpec option)
        || option.longestName().equals(RunFlags.EXPORTER)
        || option.usageHelp()
        || option.versionHelp()) {
      return null;
    }
    String value = environment.get(PlainRun.variable(option.longestName()));
    return value == null || value.isBlank() ? null : value;
  }
}
