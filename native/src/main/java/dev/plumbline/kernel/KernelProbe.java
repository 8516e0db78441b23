package dev.plumbline.kernel;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Finds out what this kernel and our rights allow, by trying: versions lie, since distributions
 * port features back and security modules take them away. Stateless; leaves nothing open.
 */
public final class KernelProbe {
  /**
   * The answer to one requirement.
   *
   * @param detail why it is not met, or empty
   */
  public record Finding(Requirement requirement, boolean isMet, String detail) {
    @Override
    public String toString() {
      return requirement.description() + (isMet ? ": met" : ": missing (" + detail + ")");
    }
  }

  private static final Path LOCKDOWN = Path.of("/sys/kernel/security/lockdown");
  private static final int LOG_BYTES = 4096;

  private KernelProbe() {}

  /** Answers in the order of the requirements. */
  public static List<Finding> probe(List<Requirement> requirements) {
    return requirements.stream().map(KernelProbe::probe).toList();
  }

  /** The requirements that are not met. */
  public static List<Finding> missing(List<Requirement> requirements) {
    return probe(requirements).stream().filter(finding -> !finding.isMet()).toList();
  }

  /** Answers one requirement. */
  public static Finding probe(Requirement requirement) {
    String problem;
    try {
      problem = problem(requirement);
    } catch (IOException e) {
      problem =
          e instanceof FileSystemException file
              ? "no file " + file.getFile() + ", or no right to read it"
              : String.valueOf(e.getMessage());
    }
    return new Finding(requirement, problem.isEmpty(), problem);
  }

  private static String problem(Requirement requirement) throws IOException {
    if (requirement instanceof Requirement.Held held) {
      return Capability.effective().contains(held.capability()) ? "" : "not held";
    } else if (requirement instanceof Requirement.Helper helper) {
      return helperProblem(helper.kind(), helper.helper());
    } else if (requirement instanceof Requirement.Map map) {
      BpfMap.create(smallest(map.type())).close();
      return "";
    } else if (requirement instanceof Requirement.ReadableFile readable) {
      return Files.isReadable(readable.file()) ? "" : "no such file, or no right to read it";
    } else if (requirement instanceof Requirement.KernelMemory) {
      return lockdownProblem(Files.exists(LOCKDOWN) ? Files.readString(LOCKDOWN) : "");
    } else if (requirement instanceof Requirement.TracingFiles) {
      return Tracefs.find() == null ? "not mounted, or no right to list it" : "";
    } else {
      PerfEvent.cpuClock(OnlineCpus.read()[0], 1).close();
      return "";
    }
  }

  /** The file marks the active mode with brackets. */
  static String lockdownProblem(String modes) {
    return modes.contains("[confidentiality]") ? "lockdown is " + modes.strip() : "";
  }

  private static MapDefinition smallest(MapType type) {
    int page = Libc.pageBytes();
    return switch (type) {
      case RING_BUFFER -> new MapDefinition("probe", type, 0, 0, page, 0);
      case QUEUE, STACK -> new MapDefinition("probe", type, 0, 4, 1, 0);
      case STACK_TRACE -> new MapDefinition("probe", type, 4, 8, 1, 0);
      case LPM_TRIE -> new MapDefinition("probe", type, 8, 4, 1, MapDefinition.NO_PREALLOCATION);
      default -> new MapDefinition("probe", type, 4, 4, 1, 0);
    };
  }

  /** A program that only calls the helper: a helper that is there is refused for its arguments. */
  private static String helperProblem(ProgramKind kind, HelperFunction helper) {
    ByteBuffer code = BpfSystemCall.buffer(16);
    code.putLong(0, 0x85L | (long) helper.number() << 32);
    code.putLong(8, 0x95L);
    ByteBuffer license = BpfSystemCall.buffer(8).put(0, "GPL".getBytes(StandardCharsets.US_ASCII));
    ByteBuffer log = BpfSystemCall.buffer(LOG_BYTES);
    int result =
        new BpfSystemCall()
            .putInt(0, kind.number())
            .putInt(4, 2)
            .putLong(8, BpfSystemCall.addressOf(code))
            .putLong(16, BpfSystemCall.addressOf(license))
            .putInt(24, 1)
            .putInt(28, LOG_BYTES)
            .putLong(32, BpfSystemCall.addressOf(log))
            .call(BpfSystemCall.PROGRAM_LOAD, 120, code, license, log);
    if (result >= 0) {
      Libc.closeDescriptor(result);
      return "";
    }
    byte[] bytes = new byte[LOG_BYTES];
    log.get(0, bytes);
    String text = new String(bytes, StandardCharsets.US_ASCII);
    if (text.charAt(0) == 0) {
      return Errno.name(-result); // refused before the verifier: no right to load programs
    }
    boolean isUnknown =
        text.contains("unknown func")
            || text.contains("invalid func")
            || text.contains("cannot use helper");
    return isUnknown ? "this kernel has it not, or withholds it" : "";
  }
}
