package dev.plumbline.descriptor;

import dev.plumbline.yaml.Problem;
import dev.plumbline.yaml.SourcePosition;
import java.util.List;

/**
 * A descriptor that cannot be used. Holds every fault that was found, each with file, line, column,
 * key, what was expected and what stands there; the message has one line for each.
 */
public final class DescriptorException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final transient List<Problem> problems;

  DescriptorException(List<Problem> problems) {
    super(text(problems));
    this.problems = List.copyOf(problems);
  }

  DescriptorException(String file, String message) {
    this(List.of(Problem.of(SourcePosition.of(file), message)));
  }

  private static String text(List<Problem> problems) {
    StringBuilder text = new StringBuilder();
    for (Problem problem : problems) {
      text.append(text.length() == 0 ? "" : "\n").append(problem);
    }
    return text.toString();
  }

  /** In the order of the file. Unmodifiable. */
  public List<Problem> problems() {
    return problems;
  }
}
