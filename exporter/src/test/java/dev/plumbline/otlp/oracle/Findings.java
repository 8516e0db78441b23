package dev.plumbline.otlp.oracle;

import java.util.ArrayList;
import java.util.List;

/** What the items of the checklist found so far, in the order of finding. */
final class Findings {
  private final List<OtlpChecklist.Violation> violations = new ArrayList<>();

  void require(boolean holds, int item, String format, Object... arguments) {
    if (!holds) {
      violations.add(new OtlpChecklist.Violation(item, String.format(format, arguments)));
    }
  }

  List<OtlpChecklist.Violation> violations() {
    return violations;
  }
}
