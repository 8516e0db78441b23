package dev.plumbline.serve.health;

import dev.plumbline.receive.AgentRegistry;
import java.time.Duration;
import java.util.List;

/** Rows of agents. Stateless. */
final class AgentRows {
  /** With its windows of ten seconds it has ended after that, or cannot reach us. */
  static final Duration SILENT = Duration.ofSeconds(60);

  private AgentRows() {}

  /** Those that are silent need no deed: programs end. */
  static List<Row> of(List<AgentRegistry.Agent> agents, long nowUnixMillis) {
    return agents.stream().map(agent -> of(agent, nowUnixMillis)).toList();
  }

  private static Row of(AgentRegistry.Agent agent, long nowUnixMillis) {
    Row.Members more =
        json -> {
          json.writeStringField("service", agent.service());
          json.writeNumberField("pid", agent.pid());
          json.writeStringField("version", agent.version());
          json.writeNumberField("lastMillis", agent.lastUnixMillis());
        };
    return nowUnixMillis - agent.lastUnixMillis() > SILENT.toMillis()
        ? new Row(Condition.WARNING, agent.lastUnixMillis(), "silent", "", more)
        : Row.ok("sending", more);
  }
}
