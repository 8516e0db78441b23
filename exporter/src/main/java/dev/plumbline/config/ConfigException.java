package dev.plumbline.config;

import static java.util.stream.Collectors.joining;

import dev.plumbline.yaml.Problem;
import dev.plumbline.yaml.Problems;
import java.util.List;

/**
 * The configuration cannot be used. Carries all that is wrong with it; the message has one line for
 * each. {@code plumbline run} ends with it, the agent prints it and switches the export off.
 */
public final class ConfigException extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient List<Problem> problems;

  private ConfigException(List<Problem> problems, String message) {
    super(message);
    this.problems = problems;
  }

  /** Does nothing if there are no problems. */
  public static void throwIfAny(Problems problems) throws ConfigException {
    if (problems.isEmpty()) {
      return;
    }
    List<Problem> kept = problems.inFileOrder();
    String lines = kept.stream().map(Problem::toString).collect(joining("\n"));
    int more = problems.count() - kept.size();
    throw new ConfigException(kept, more == 0 ? lines : lines + "\nand " + more + " more");
  }

  /** Unmodifiable, never empty, in the order of the file. */
  public List<Problem> problems() {
    return problems;
  }

  /** For places that have room for one line only: the first problem and how many follow. */
  public String oneLine() {
    int more = problems.size() - 1;
    return problems.get(0) + (more == 0 ? "" : " (and " + more + " more)");
  }
}
