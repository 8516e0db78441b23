package dev.plumbline.receive;

import dev.plumbline.profile.Attribute;
import dev.plumbline.profile.Resource;
import dev.plumbline.profile.Scope;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Our agents, as their profiles show them: by service and process, with the time of the last one.
 * One that was silent for an hour is forgotten. Thread-safe.
 */
public final class AgentRegistry {
  static final int MAX_AGENTS = 500;
  private static final int MAX_CHARACTERS = 200;
  private static final long FORGOTTEN_AFTER_MILLIS = 3_600_000;
  private static final String SCOPE = "dev.plumbline.agent";

  private final Clock clock;
  private final Object lock = new Object();
  private final Map<Key, Agent> agents = new LinkedHashMap<>(16, 0.75f, true);

  public AgentRegistry(Clock clock) {
    this.clock = clock;
  }

  private record Key(String service, long pid) {}

  /**
   * One agent. Immutable.
   *
   * @param pid in the process's own namespace; 0 if it does not say
   * @param lastUnixMillis when its last profile came
   */
  public record Agent(String service, long pid, String version, long lastUnixMillis) {}

  /** Looks who sent it. */
  public void see(ReceivedProfiles profiles) {
    profiles.eachSource(this::see);
  }

  private void see(Resource resource, Scope scope) {
    if (!scope.name().equals(SCOPE)) {
      return;
    }
    String service = resource.attributes().string("service.name");
    long pid = number(resource.attributes().get("process.pid"));
    Agent agent =
        new Agent(service == null ? "" : cut(service), pid, cut(scope.version()), clock.millis());
    synchronized (lock) {
      agents.put(new Key(agent.service, pid), agent);
      forgetSilentOnes();
    }
  }

  /** They are many, and what others call themselves has no bound. */
  private static String cut(String text) {
    return text.substring(0, Math.min(text.length(), MAX_CHARACTERS));
  }

  private static long number(@Nullable Attribute attribute) {
    return attribute != null && attribute.value() instanceof Long number ? number : 0;
  }

  private void forgetSilentOnes() {
    long oldest = clock.millis() - FORGOTTEN_AFTER_MILLIS;
    while (!agents.isEmpty()) {
      Map.Entry<Key, Agent> eldest = agents.entrySet().iterator().next();
      if (agents.size() <= MAX_AGENTS && eldest.getValue().lastUnixMillis >= oldest) {
        return;
      }
      agents.remove(eldest.getKey());
    }
  }

  /** Those that are not forgotten, the silent ones first. */
  public List<Agent> agents() {
    synchronized (lock) {
      forgetSilentOnes();
      return new ArrayList<>(agents.values());
    }
  }
}
