package dev.plumbline.run;

import dev.plumbline.kernel.unwind.Counter;
import dev.plumbline.kernel.unwind.SamplerOptions;
import dev.plumbline.kernel.unwind.StackSampler;
import dev.plumbline.process.HostSampling;
import dev.plumbline.process.ProcessImage;
import dev.plumbline.process.SampleConsumer;
import dev.plumbline.unwind.TableCache;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Our own sampling programs with the processes they need. Loads them at the start, not before.
 * {@link #drain} and {@link #stop} in one thread; the rest in the run's.
 */
final class HostSampler implements SampleFeed {
  /** Where unwinding tables are kept between runs; systemd's name for it is CACHE_DIRECTORY. */
  private static final Path CACHE =
      Path.of(System.getenv().getOrDefault("CACHE_DIRECTORY", "/var/cache/plumbline"));

  private static final long MAX_CACHE_BYTES = 512L << 20;

  private final SamplerOptions options;
  private final int frequencyHertz;
  private final OptionalInt pid;
  private final Jvms jvms = new Jvms();
  private @Nullable StackSampler sampler;
  private @Nullable HostSampling sampling;

  /**
   * @param frequencyHertz 0 to follow processes only
   * @param pid the one process that is sampled; empty for all. The options must say so as well.
   */
  HostSampler(SamplerOptions options, int frequencyHertz, OptionalInt pid) {
    this.options = options;
    this.frequencyHertz = frequencyHertz;
    this.pid = pid;
  }

  @Override
  public void start() throws IOException {
    StackSampler loaded = StackSampler.load(options);
    sampler = loaded;
    if (pid.isPresent()) {
      loaded.selectProcess(pid.getAsInt());
    }
    HostSampling built =
        HostSampling.builder(loaded)
            .cache(new TableCache(CACHE.resolve("tables"), MAX_CACHE_BYTES, Clock.systemUTC()))
            .jvms(jvms)
            .listener(jvms)
            .build();
    sampling = built;
    if (frequencyHertz > 0) {
      built.start(frequencyHertz);
    } else {
      built.follow();
    }
  }

  @Override
  public void drain(int timeoutMillis, SampleConsumer sink) throws IOException {
    if (sampling != null) {
      sampling.poll(timeoutMillis, sink);
    }
  }

  @Override
  public void stop(SampleConsumer sink) {
    if (sampling != null) {
      sampling.stop(sink);
    }
  }

  /** Names for what this sampler's processes run. */
  StackSymbols symbols() {
    return new HostSymbols(Path.of("/proc"), jvms);
  }

  /** The processes known now, by id. */
  Map<Integer, ProcessImage> processes() {
    Map<Integer, ProcessImage> processes = new HashMap<>();
    if (sampling != null) {
      sampling.processes().forEach(image -> processes.put(image.key().pid(), image));
    }
    return processes;
  }

  @Override
  public Map<String, Long> lost() throws IOException {
    Map<String, Long> lost = new TreeMap<>();
    if (sampler != null) {
      long ring = sampler.count(Counter.LOST);
      if (ring > 0) {
        lost.put("ring_full", ring);
      }
    }
    return lost;
  }

  @Override
  public void close() {
    if (sampling != null) {
      sampling.close();
      sampling = null;
    }
    if (sampler != null) {
      sampler.close();
      sampler = null;
    }
  }
}
