package dev.plumbline.run;

import dev.plumbline.attribute.ChosenOwner;
import dev.plumbline.container.HostPaths;
import dev.plumbline.cpu.HostSampler;
import dev.plumbline.cpu.ProfileCpu;
import dev.plumbline.descriptor.DescriptorException;
import dev.plumbline.frame.AddressSymbols;
import dev.plumbline.frame.StackSymbols;
import dev.plumbline.gadget.DataSource;
import dev.plumbline.kernel.unwind.SamplerOptions;
import dev.plumbline.kernel.unwind.SamplerOptions.Switch;
import dev.plumbline.object.ObjectProbe;
import dev.plumbline.object.SourceReaders;
import dev.plumbline.probe.CatalogEnricher;
import dev.plumbline.probe.Gadget;
import dev.plumbline.probe.GadgetProbe;
import dev.plumbline.probe.ProcessEnricher;
import dev.plumbline.probe.RunException;
import dev.plumbline.sampling.ProfileAnnotations;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Makes the probe of a gadget: ours for a shipped one, the object's for a directory. Stateless. */
public final class GadgetProbes {
  private static final int MAX_FREQUENCY = 20_000;

  private GadgetProbes() {}

  /**
   * Nothing is loaded into the kernel before the probe is started.
   *
   * @param parameters values in effect of the gadget's parameters
   * @throws RunException if the user's wishes do not fit the gadget
   */
  public static GadgetProbe create(
      Gadget gadget,
      RunSettings settings,
      Map<String, String> parameters,
      Consumer<String> warnings)
      throws IOException {
    Path object = gadget.object();
    if (object != null) {
      ProcessEnricher enricher =
          new CatalogEnricher(HostPaths.HOST, System.getenv(), settings.containers());
      SourceReaders readers =
          new SourceReaders(
              gadget, settings.annotations(), settings.containers(), enricher, warnings);
      return ObjectProbe.create(gadget, object, parameters, readers);
    }
    return profileCpu(gadget, settings, parameters, warnings);
  }

  private static GadgetProbe profileCpu(
      Gadget gadget,
      RunSettings settings,
      Map<String, String> parameters,
      Consumer<String> warnings)
      throws IOException {
    SamplerOptions.Builder options = options(parameters);
    int frequency = frequency(parameters);
    options.ringBytes(SamplerOptions.ringBytesFor(frequency));
    HostSampler sampler =
        HostSampler.ofCpuClock(options, frequency, settings.processes(), settings.containers());
    ProcessEnricher enricher =
        new CatalogEnricher(
            HostPaths.HOST,
            System.getenv(),
            settings.containers(),
            () -> sampler.comparesOwners() ? settings.processes().owner() : ChosenOwner.ANY);
    DataSource annotated;
    try {
      annotated = gadget.descriptor().annotate(ProfileCpu.dataSource(enricher), warnings);
    } catch (DescriptorException e) {
      throw new RunException(e.problems().get(0).toString(), e);
    }
    DataSource dataSource = settings.annotations().over(annotated, warnings);
    settings.annotations().warnOfStrangers(List.of(dataSource.name()), warnings);
    return new ProfileCpu(
        dataSource,
        sampler,
        symbols(sampler, parameters),
        enricher,
        tellsThreads(settings, dataSource));
  }

  /** A thread's number makes many records of one stack, so it is kept only where it is seen. */
  private static boolean tellsThreads(RunSettings settings, DataSource dataSource) {
    int tid = dataSource.indexOf(ProfileCpu.THREAD);
    Map<String, String> annotations = dataSource.field(tid).annotations().asMap();
    return GadgetRuns.showsRecords(settings, dataSource.name())
        || settings.processes().namesThread()
        || settings.filter().contains(ProfileCpu.THREAD)
        || annotations.getOrDefault(ProfileAnnotations.SAMPLE_ATTRIBUTE, "").equals("true")
        || !annotations.getOrDefault(ProfileAnnotations.RESOURCE_ATTRIBUTE, "").isEmpty();
  }

  private static SamplerOptions.Builder options(Map<String, String> parameters) {
    boolean isKernelOnly =
        isOn(parameters, "kernel-stacks-only") || !isOn(parameters, "collect-ustack");
    boolean isUserOnly = isOn(parameters, "user-stacks-only");
    if (isKernelOnly && isUserOnly) {
      throw new RunException(
          "kernel-stacks-only and user-stacks-only leave nothing, expected one of them");
    }
    SamplerOptions.Builder builder =
        SamplerOptions.builder().excludedTgid((int) ProcessHandle.current().pid());
    if (isKernelOnly) {
      builder.with(Switch.WITHOUT_USER_STACKS);
    }
    if (isUserOnly) {
      builder.with(Switch.WITHOUT_KERNEL_STACKS);
    }
    if (isOn(parameters, "include-idle")) {
      builder.with(Switch.WITH_IDLE);
    }
    return builder;
  }

  private static StackSymbols symbols(HostSampler sampler, Map<String, String> parameters) {
    return parameters.getOrDefault("symbolizers", "").equals("none")
        ? new AddressSymbols()
        : sampler.symbols();
  }

  private static boolean isOn(Map<String, String> parameters, String key) {
    return parameters.getOrDefault(key, "").equals("true");
  }

  private static int frequency(Map<String, String> parameters) {
    String text = parameters.getOrDefault("frequency", "");
    int frequency = text.matches("[0-9]{1,6}") ? Integer.parseInt(text) : 0;
    if (frequency < 1 || frequency > MAX_FREQUENCY) {
      throw new RunException(
          "frequency is \"" + text + "\", expected samples a second from 1 to " + MAX_FREQUENCY);
    }
    return frequency;
  }
}
