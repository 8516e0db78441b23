package dev.plumbline.api;

import dev.plumbline.api.json.JsonOut;
import dev.plumbline.api.request.ApiException;
import dev.plumbline.api.request.Parameters;
import dev.plumbline.api.request.Rows;
import dev.plumbline.api.request.SelectionReader;
import dev.plumbline.api.request.ViewRequest;
import dev.plumbline.merge.StoreQuery;
import dev.plumbline.scan.Selection;
import dev.plumbline.store.segment.SeriesType;
import dev.plumbline.tree.FunctionTotals;
import dev.plumbline.tree.FunctionTree;
import dev.plumbline.view.Matches;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Functions with self and total: the table, and what a search finds. Thread-safe. */
final class TopEndpoints {
  static final int MAX_LIMIT = 10_000;

  private final StoreQuery query;
  private final SelectionReader selections;
  private final MergedViews merged;

  TopEndpoints(StoreQuery query) {
    this.query = query;
    this.selections = new SelectionReader(query);
    this.merged = new MergedViews(query);
  }

  private record Row(int function, String name, long key, long self, long total) {}

  Answer top(Parameters parameters) throws ApiException {
    Selection selection = selections.read(parameters);
    ViewRequest view = ViewRequest.read(parameters);
    Rows rows = Rows.read(parameters, MAX_LIMIT);
    String sort = parameters.word("sort", "self", List.of("self", "total", "name"));
    String order =
        parameters.word("order", sort.equals("name") ? "asc" : "desc", List.of("asc", "desc"));
    return new Answer(
        query.fingerprint(selection),
        () -> {
          MergedViews.Merged of = merged.functions(selection, view);
          FunctionTree tree =
              of.isEmpty() ? FunctionTree.EMPTY : view.narrowed(of.profile().tree());
          List<Row> list = rows(tree, view.matches(tree));
          list.sort(comparator(sort, order));
          return Answer.response(
              json -> {
                ListEndpoints.writeUnit(json, SeriesType.ofId(selection.typeId()));
                json.number("total", tree.shown(tree.total(0)));
                rows.write(json, "functions", list, (out, row) -> write(out, tree, row));
                json.notes(of.notes());
              });
        });
  }

  Answer search(Parameters parameters) throws ApiException {
    Selection selection = selections.read(parameters);
    parameters.required("search");
    ViewRequest view = ViewRequest.read(parameters);
    Rows rows = Rows.read(parameters, Rows.MAX_LIMIT);
    return new Answer(
        query.fingerprint(selection),
        () -> {
          MergedViews.Merged of = merged.functions(selection, view);
          FunctionTree tree =
              of.isEmpty() ? FunctionTree.EMPTY : view.narrowed(of.profile().tree());
          Matches matches = view.matches(tree);
          List<Row> list = rows(tree, matches);
          list.sort(comparator("total", "desc"));
          long matched = matches == null ? 0 : tree.shown(matches.sums(tree)[0]);
          return Answer.response(
              json -> {
                ListEndpoints.writeUnit(json, SeriesType.ofId(selection.typeId()));
                json.number("total", tree.shown(tree.total(0))).number("matched", matched);
                rows.write(json, "functions", list, (out, row) -> write(out, tree, row));
                json.notes(of.notes());
              });
        });
  }

  private static List<Row> rows(FunctionTree tree, @Nullable Matches matches) {
    FunctionTotals totals = tree.functionTotals();
    List<Row> rows = new ArrayList<>();
    for (int function = 0; function < tree.functionCount(); function++) {
      if (totals.isListed(function) && (matches == null || matches.function(function))) {
        rows.add(
            new Row(
                function,
                tree.name(function).name(),
                tree.functionKey(function),
                totals.self(function),
                totals.total(function)));
      }
    }
    return rows;
  }

  private static Comparator<Row> comparator(String sort, String order) {
    Comparator<Row> by =
        switch (sort) {
          case "total" -> Comparator.comparingLong(Row::total);
          case "name" -> Comparator.comparing(Row::name);
          default -> Comparator.comparingLong(Row::self).thenComparingLong(Row::total);
        };
    Comparator<Row> ordered = order.equals("desc") ? by.reversed() : by;
    return ordered.thenComparing(Row::name).thenComparingLong(Row::key);
  }

  private static void write(JsonOut json, FunctionTree tree, Row row) throws IOException {
    json.function(tree.name(row.function()), row.key())
        .number("self", row.self())
        .number("total", row.total());
  }
}
