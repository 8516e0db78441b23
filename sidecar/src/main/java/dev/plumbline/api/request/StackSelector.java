package dev.plumbline.api.request;

import dev.plumbline.merge.SampleExport;
import dev.plumbline.profile.Attributes;
import dev.plumbline.profile.Resource;
import dev.plumbline.profile.StackTrace;
import dev.plumbline.scan.Condition;
import dev.plumbline.tree.FunctionName;
import org.jspecify.annotations.Nullable;

/**
 * Which samples are below a box and have a function in their stack: zoom and focus for downloads,
 * which hold whole stacks and so have no tree. Stateless.
 */
public final class StackSelector implements SampleExport.Filter {
  private final @Nullable String group;
  private final @Nullable Long zoom;
  private final @Nullable Long focus;

  public StackSelector(ViewRequest view) {
    this.group = view.group();
    this.zoom = view.zoom();
    this.focus = view.focus();
  }

  @Override
  public boolean accepts(Resource resource, Attributes attributes, StackTrace stackTrace) {
    if ((zoom == null || zoom == 0) && focus == null) {
      return true;
    }
    long box = 0;
    if (group != null) {
      String value = Condition.textOf(resource.attributes().with(attributes), group);
      String shown =
          value == null && group.equals(Resource.SERVICE_NAME) ? resource.serviceName() : value;
      box = FunctionName.boxKey(0, FunctionName.group(group, shown).key());
    }
    boolean zoomed = zoom == null || zoom == box;
    boolean focused = focus == null;
    for (int i = stackTrace.depth() - 1; i >= 0; i--) {
      long function = FunctionName.of(stackTrace.frame(i)).key();
      box = FunctionName.boxKey(box, function);
      zoomed |= zoom != null && zoom == box;
      focused |= focus != null && focus == function;
    }
    return zoomed && focused;
  }
}
