package dev.plumbline.process;

import dev.plumbline.kernel.Capability;
import dev.plumbline.kernel.KernelProbe;
import dev.plumbline.kernel.MapType;
import dev.plumbline.kernel.Requirement;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.List;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A test that samples the running kernel: skipped, with the reason printed, where it may not. */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(KernelAccess.Condition.class)
@interface KernelAccess {
  /** Asks the kernel. */
  final class Condition implements ExecutionCondition {
    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
      List<KernelProbe.Finding> missing =
          KernelProbe.missing(
              List.of(
                  new Requirement.Held(Capability.BPF),
                  new Requirement.Held(Capability.PERFMON),
                  new Requirement.Map(MapType.RING_BUFFER),
                  new Requirement.CpuClock()));
      if (missing.isEmpty()) {
        return ConditionEvaluationResult.enabled("the kernel can be sampled");
      }
      System.out.println("SKIPPED " + context.getDisplayName() + ": " + missing);
      return ConditionEvaluationResult.disabled(missing.toString());
    }
  }
}
