package dev.plumbline.agent.recording;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Behaves as async-profiler does: opens the file, writes chunk after chunk, has two states. */
final class FakeProfiler implements ProfilerCommands {
  final List<String> commands = new ArrayList<>();
  String refusedEvent = "";
  boolean diskIsFull;
  long storageKilobytes = 10_244;
  private @Nullable FileChannel file;

  @Override
  public String execute(String command) {
    commands.add(command);
    try {
      if (command.startsWith("start")) {
        return start(command);
      }
      if (command.equals("metrics")) {
        return "mem_calltracestorage_kb " + storageKilobytes + "\nsamples_total 7\n";
      }
      FileChannel open = file;
      if (open == null) {
        throw new IllegalStateException("Profiler is not active");
      }
      if (!diskIsFull) {
        FakeChunk.append(open);
      }
      if (command.equals("stop")) {
        open.close();
        file = null;
      }
      return "OK";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String start(String command) throws IOException {
    if (file != null) {
      throw new IllegalStateException("Profiler already started");
    }
    if (!refusedEvent.isEmpty() && command.contains(refusedEvent)) {
      throw new IllegalStateException("No AllocTracer symbols found");
    }
    Path path = Path.of(command.substring(command.indexOf(",file=") + 6));
    file = FileChannel.open(path, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING);
    return "Profiling started";
  }
}
