package dev.plumbline.kernel;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.List;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A test against the running kernel: skipped, with the reason printed, where BPF is not allowed.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(RequiresBpf.Condition.class)
public @interface RequiresBpf {
  /** Asks the kernel once per test class. */
  final class Condition implements ExecutionCondition {
    private static final List<Requirement> NEEDED =
        List.of(
            new Requirement.Held(Capability.BPF),
            new Requirement.Held(Capability.PERFMON),
            new Requirement.Map(MapType.RING_BUFFER),
            new Requirement.CpuClock());

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
      List<KernelProbe.Finding> missing = KernelProbe.missing(NEEDED);
      if (missing.isEmpty()) {
        return ConditionEvaluationResult.enabled("BPF works");
      }
      System.out.println("SKIPPED " + context.getDisplayName() + ": " + missing);
      return ConditionEvaluationResult.disabled(missing.toString());
    }
  }
}
