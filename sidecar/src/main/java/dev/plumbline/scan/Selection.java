package dev.plumbline.scan;

import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Which windows and samples a query is about. A window belongs to the range that holds its start.
 * Immutable.
 *
 * @param fromMillis inclusive, milliseconds since the epoch
 * @param untilMillis exclusive
 * @param services any of them; all if empty
 * @param typeId id of a series type; all types if empty
 * @param conditions all of them
 */
public record Selection(
    long fromMillis,
    long untilMillis,
    Set<String> services,
    String typeId,
    List<Condition> conditions) {
  private static final long MAX_MILLIS = Long.MAX_VALUE / 1_000_000;

  public Selection {
    services = Set.copyOf(services);
    conditions = List.copyOf(conditions);
  }

  public long fromUnixNanos() {
    return nanos(fromMillis);
  }

  public long untilUnixNanos() {
    return nanos(untilMillis);
  }

  private static long nanos(long millis) {
    return TimeUnit.MILLISECONDS.toNanos(Math.max(-MAX_MILLIS, Math.min(MAX_MILLIS, millis)));
  }

  public boolean holdsType(String id) {
    return typeId.isEmpty() || typeId.equals(id);
  }

  public boolean holdsService(String service) {
    return services.isEmpty() || services.contains(service);
  }

  /** The same of all types. */
  public Selection ofAllTypes() {
    return new Selection(fromMillis, untilMillis, services, "", conditions);
  }

  /** The same of all services. */
  public Selection ofAllServices() {
    return new Selection(fromMillis, untilMillis, Set.of(), typeId, conditions);
  }

  /** The same without the conditions on that attribute. */
  public Selection withoutConditionsOn(String key) {
    List<Condition> others =
        conditions.stream().filter(condition -> !condition.key().equals(key)).toList();
    return new Selection(fromMillis, untilMillis, services, typeId, others);
  }
}
