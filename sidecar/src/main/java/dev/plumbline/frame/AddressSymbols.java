package dev.plumbline.frame;

import dev.plumbline.kernel.unwind.SampleRecord;
import dev.plumbline.process.CodeRegion;
import dev.plumbline.process.ExecutableFile;
import dev.plumbline.process.ProcessImage;
import dev.plumbline.profile.BuildId;
import dev.plumbline.profile.Frame;
import dev.plumbline.profile.FrameType;
import dev.plumbline.profile.Mapping;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Frames without names: file, build id and link-time address, which a receiver with the files can
 * resolve. What {@code --symbolizers=none} shows, and what remains of any frame that has no symbol.
 * Confined to the run's thread.
 */
public final class AddressSymbols implements StackSymbols {
  private static final Mapping KERNEL = Mapping.ofFile("[kernel.kallsyms]", null);
  private static final Frame UNKNOWN = Frame.named("[unknown]", FrameType.NATIVE);
  private static final Frame INTERPRETED = Frame.named("[interpreted]", FrameType.JVM);
  private static final int MAX_MAPPINGS = 8192;
  private static final int MAX_FRAMES = 1 << 15;

  private final Map<CodeName, Mapping> mappings = new HashMap<>();

  /** Stacks of a run share their frames: without that a window does not fit a small heap. */
  private final Map<Place, Frame> frames =
      new LinkedHashMap<>(1024, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Place, Frame> eldest) {
          return size() > MAX_FRAMES;
        }
      };

  /** Knows nothing yet. */
  public AddressSymbols() {}

  private record Place(Mapping mapping, long address) {}

  private record CodeName(String name, @Nullable String buildId) {}

  @Override
  public void startFetch() {
    // addresses do not change their meaning
  }

  @Override
  public Frame kernelFrame(long address, boolean isExact) {
    return shared(FrameType.KERNEL, KERNEL, isExact ? address : address - 1);
  }

  @Override
  public boolean addUserFrames(
      @Nullable ProcessImage process, long word, long callerWord, List<Frame> into) {
    boolean isExact = SampleRecord.isExact(word) || SampleRecord.isSignalReturn(word, callerWord);
    into.add(frame(process, word, isExact));
    return true;
  }

  private Frame frame(@Nullable ProcessImage process, long word, boolean isExact) {
    if (SampleRecord.isInterpreted(word)) {
      return INTERPRETED;
    }
    long address = SampleRecord.address(word) - (isExact ? 0 : 1);
    CodeRegion region = process == null ? null : process.region(address);
    if (region == null) {
      return UNKNOWN;
    }
    long fileAddress = region.fileAddress(address);
    return shared(FrameType.NATIVE, mapping(region), fileAddress == 0 ? 1 : fileAddress);
  }

  private Frame shared(FrameType type, Mapping mapping, long address) {
    return frames.computeIfAbsent(
        new Place(mapping, address),
        place -> Frame.builder(type).mapping(place.mapping()).address(place.address()).build());
  }

  private Mapping mapping(CodeRegion region) {
    ExecutableFile file = region.file();
    String path = file == null ? region.name() : file.displayPath();
    CodeName name = new CodeName(path.isEmpty() ? "[anon]" : path, buildId(file));
    if (mappings.size() == MAX_MAPPINGS) {
      mappings.clear();
    }
    return mappings.computeIfAbsent(
        name,
        key ->
            Mapping.ofFile(
                key.name(),
                key.buildId() == null ? null : BuildId.of(BuildId.Scheme.GNU, key.buildId())));
  }

  private static @Nullable String buildId(@Nullable ExecutableFile file) {
    return file == null ? null : file.buildId();
  }
}
