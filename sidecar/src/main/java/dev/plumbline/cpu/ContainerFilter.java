package dev.plumbline.cpu;

import dev.plumbline.container.ContainerCatalog;
import dev.plumbline.container.HostPaths;
import dev.plumbline.container.source.ContainerSources;
import dev.plumbline.kernel.SystemCallException;
import dev.plumbline.kernel.unwind.StackSampler;
import dev.plumbline.process.ProcessImage;
import dev.plumbline.process.ProcessKey;
import dev.plumbline.process.ProcessListener;
import dev.plumbline.selection.CgroupFilter;
import dev.plumbline.selection.CgroupSelection;
import dev.plumbline.selection.CgroupWatch;
import dev.plumbline.selection.ContainerSelection;
import org.jspecify.annotations.Nullable;

/**
 * The selected containers as the kernel's filter: samples of all others never leave it. Belongs to
 * the run's thread; the work is done by {@link CgroupWatch}.
 */
final class ContainerFilter implements AutoCloseable {
  private final ContainerSelection selection;
  private final ContainerCatalog catalog;
  private volatile @Nullable CgroupWatch watch;

  private ContainerFilter(ContainerSelection selection, ContainerCatalog catalog) {
    this.selection = selection;
    this.catalog = catalog;
  }

  /** Null where nothing is left out, or where the kernel cannot tell containers apart. */
  static @Nullable ContainerFilter of(ContainerSelection selection) {
    if (selection.isEverything()) {
      return null;
    }
    ContainerCatalog catalog =
        new ContainerCatalog(HostPaths.HOST, ContainerSources.of(HostPaths.HOST), System::nanoTime);
    return catalog.hasCgroupIds() ? new ContainerFilter(selection, catalog) : null;
  }

  /** Selects the containers that there are; from then on others as they come. */
  void start(StackSampler sampler) throws SystemCallException {
    CgroupWatch started = new CgroupWatch(new CgroupSelection(selection, catalog, of(sampler)));
    watch = started;
    started.start();
  }

  private static CgroupFilter of(StackSampler sampler) {
    return new CgroupFilter() {
      @Override
      public void select(long cgroupId) throws SystemCallException {
        sampler.selectCgroup(cgroupId);
      }

      @Override
      public void deselect(long cgroupId) throws SystemCallException {
        sampler.deselectCgroup(cgroupId);
      }
    };
  }

  /** Is told of processes, and tells another one. */
  ProcessListener before(ProcessListener next) {
    return new ProcessListener() {
      @Override
      public void found(ProcessImage image) {
        CgroupWatch running = watch;
        if (running != null) {
          running.observe(image.key().pid());
        }
        next.found(image);
      }

      @Override
      public void ended(ProcessKey key) {
        next.ended(key);
      }
    };
  }

  @Override
  public void close() {
    CgroupWatch running = watch;
    if (running != null) {
      watch = null;
      running.close();
    }
  }
}
