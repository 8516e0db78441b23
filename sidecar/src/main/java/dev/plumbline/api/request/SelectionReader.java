package dev.plumbline.api.request;

import dev.plumbline.merge.StoreQuery;
import dev.plumbline.scan.Condition;
import dev.plumbline.scan.Selection;
import dev.plumbline.store.segment.SeriesType;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Reads selections from parameters. Stateless but for the store that it asks for types. */
public final class SelectionReader {
  private static final long DEFAULT_RANGE_MILLIS = 900_000;

  private final StoreQuery query;

  public SelectionReader(StoreQuery query) {
    this.query = query;
  }

  public Selection read(Parameters parameters) throws ApiException {
    long until = parameters.time("until", parameters.nowMillis());
    long from = parameters.time("from", until - DEFAULT_RANGE_MILLIS);
    return selection(
        "from",
        from,
        until,
        parameters.texts("service"),
        typeId(parameters),
        conditions("filter", parameters.texts("filter")));
  }

  /** The selection that the other one is compared with; what is not given is the other's. */
  public Selection readBase(Parameters parameters, Selection current) throws ApiException {
    boolean ownServices = parameters.has("baseService");
    boolean ownFilters = parameters.has("baseFilter");
    return selection(
        "baseFrom",
        parameters.time("baseFrom", current.fromMillis()),
        parameters.time("baseUntil", current.untilMillis()),
        ownServices
            ? withoutEmpty(parameters.texts("baseService"))
            : List.copyOf(current.services()),
        current.typeId(),
        ownFilters
            ? conditions("baseFilter", withoutEmpty(parameters.texts("baseFilter")))
            : current.conditions());
  }

  private static Selection selection(
      String fromName,
      long from,
      long until,
      List<String> services,
      String typeId,
      List<Condition> conditions)
      throws ApiException {
    if (from > until) {
      throw ApiException.badParameter(
          fromName, TimeText.of(from), "a time not after " + TimeText.of(until));
    }
    return new Selection(from, until, new LinkedHashSet<>(services), typeId, conditions);
  }

  private static List<String> withoutEmpty(List<String> values) {
    return values.stream().filter(value -> !value.isEmpty()).toList();
  }

  private static List<Condition> conditions(String name, List<String> filters) throws ApiException {
    List<Condition> conditions = new ArrayList<>();
    for (String filter : filters) {
      conditions.add(FilterText.parse(name, filter));
    }
    return conditions;
  }

  private String typeId(Parameters parameters) throws ApiException {
    String type = parameters.text("type");
    if (type == null || type.isEmpty() || type.equals("cpu")) {
      return SeriesType.CPU;
    }
    if (type.contains(":")) {
      return type;
    }
    Set<String> ids = query.typesNamed(type);
    if (ids.size() > 1) {
      throw ApiException.badParameter("type", type, "one of " + String.join(", ", ids));
    }
    return ids.isEmpty() ? type : ids.iterator().next();
  }
}
