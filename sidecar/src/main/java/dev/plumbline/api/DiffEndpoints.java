package dev.plumbline.api;

import dev.plumbline.api.json.BoxesJson;
import dev.plumbline.api.json.JsonOut;
import dev.plumbline.api.json.Note;
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
import dev.plumbline.tree.TreePair;
import dev.plumbline.view.BoxLayout;
import dev.plumbline.view.Matches;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Two selections beside each other: as a graph and as a table. Thread-safe. */
final class DiffEndpoints {
  private static final List<String> SORTS =
      List.of("change", "self", "total", "baseSelf", "baseTotal", "name");

  private final StoreQuery query;
  private final SelectionReader selections;
  private final MergedViews merged;

  DiffEndpoints(StoreQuery query) {
    this.query = query;
    this.selections = new SelectionReader(query);
    this.merged = new MergedViews(query);
  }

  /** Both sides of a request, merged. */
  private record Sides(MergedViews.Merged base, MergedViews.Merged current, TreePair pair) {
    List<Note> notes() {
      List<Note> notes = new ArrayList<>(current.notes());
      for (Note note : base.notes()) {
        if (!notes.contains(note)) {
          notes.add(note);
        }
      }
      return notes;
    }
  }

  private record Row(
      String name,
      int function,
      long self,
      long total,
      long baseSelf,
      long baseTotal,
      double change) {}

  private Sides sides(Selection base, Selection current, ViewRequest view) throws ApiException {
    MergedViews.Merged left = merged.of(base, view.group());
    MergedViews.Merged right = merged.of(current, view.group());
    TreePair pair = TreePair.of(left.profile().tree(), right.profile().tree());
    if (view.focus() != null) {
      int function = ViewRequest.function(pair.current(), view.focus(), "focus");
      pair = new TreePair(pair.base().through(function), pair.current().through(function));
    }
    return new Sides(left, right, pair);
  }

  private long fingerprint(Selection base, Selection current) {
    return query.fingerprint(base) * 31 + query.fingerprint(current);
  }

  Answer graph(Parameters parameters) throws ApiException {
    Selection current = selections.read(parameters);
    Selection base = selections.readBase(parameters, current);
    ViewRequest view = ViewRequest.read(parameters);
    double minShare = parameters.share("minShare", BoxLayout.DEFAULT_MIN_SHARE);
    return new Answer(
        fingerprint(base, current),
        () -> {
          Sides sides = sides(base, current, view);
          TreePair pair = sides.pair();
          int root = view.zoomed(pair.current());
          BoxLayout layout = BoxLayout.of(List.of(pair.base(), pair.current()), root, minShare);
          return Answer.response(
              json -> {
                ListEndpoints.writeUnit(json, SeriesType.ofId(current.typeId()));
                write(json, sides, layout, view);
                json.notes(sides.notes());
              });
        });
  }

  private static void write(JsonOut json, Sides sides, BoxLayout layout, ViewRequest view)
      throws IOException {
    FunctionTree base = sides.pair().base();
    FunctionTree current = sides.pair().current();
    Matches matches = view.matches(current);
    json.number("total", current.shown(current.total(0)))
        .number("baseTotal", base.shown(base.total(0)))
        .number("coveredMillis", sides.current().profile().coveredMillis())
        .number("baseCoveredMillis", sides.base().profile().coveredMillis())
        .number("windows", sides.current().profile().windows())
        .number("baseWindows", sides.base().profile().windows())
        .real("minShare", layout.minShare())
        .number("visible", (long) layout.visible());
    BoxesJson boxes = new BoxesJson(current, matches);
    boxes.take(current, layout);
    boxes.writeFunctions(json);
    json.object(
        "boxes",
        columns -> {
          boxes.writeShape(columns, current, layout);
          BoxesJson.writeValues(columns, current, layout, "total", "self", "hidden");
          BoxesJson.writeValues(columns, base, layout, "baseTotal", "baseSelf", "baseHidden");
          if (matches != null) {
            BoxesJson.writeMatched(columns, current, layout, matches, "matched", "hiddenMatched");
            BoxesJson.writeMatched(
                columns, base, layout, matches, "baseMatched", "baseHiddenMatched");
          }
        });
    writeSearch(json, base, current, matches, view);
  }

  private static void writeSearch(
      JsonOut json,
      FunctionTree base,
      FunctionTree current,
      @Nullable Matches matches,
      ViewRequest view)
      throws IOException {
    if (matches == null) {
      json.none("search");
      return;
    }
    json.object(
        "search",
        out ->
            out.text("pattern", String.valueOf(view.search()))
                .number("total", current.shown(matches.sums(current)[0]))
                .number("baseTotal", base.shown(matches.sums(base)[0]))
                .number("functions", FlameGraphEndpoint.count(current, matches)));
  }

  Answer top(Parameters parameters) throws ApiException {
    Selection current = selections.read(parameters);
    Selection base = selections.readBase(parameters, current);
    ViewRequest view = ViewRequest.read(parameters);
    Rows rows = Rows.read(parameters, TopEndpoints.MAX_LIMIT);
    String sort = parameters.word("sort", "change", SORTS);
    String order =
        parameters.word("order", sort.equals("name") ? "asc" : "desc", List.of("asc", "desc"));
    return new Answer(
        fingerprint(base, current),
        () -> {
          Sides sides = sides(base, current, view);
          TreePair pair = sides.pair().under(view.zoomed(sides.pair().current()));
          List<Row> list = rows(pair, view);
          list.sort(comparator(sort, order));
          return Answer.response(
              json -> {
                ListEndpoints.writeUnit(json, SeriesType.ofId(current.typeId()));
                json.number("total", pair.current().shown(pair.current().total(0)))
                    .number("baseTotal", pair.base().shown(pair.base().total(0)));
                rows.write(json, "functions", list, (out, row) -> write(out, pair.current(), row));
                json.notes(sides.notes());
              });
        });
  }

  private static void write(JsonOut json, FunctionTree tree, Row row) throws IOException {
    json.function(tree.name(row.function()), tree.functionKey(row.function()))
        .number("self", row.self())
        .number("total", row.total())
        .number("baseSelf", row.baseSelf())
        .number("baseTotal", row.baseTotal());
  }

  private static List<Row> rows(TreePair pair, ViewRequest view) {
    FunctionTotals now = pair.current().functionTotals();
    FunctionTotals before = pair.base().functionTotals();
    Matches matches = view.matches(pair.current());
    double whole = pair.current().shown(pair.current().total(0));
    double baseWhole = pair.base().shown(pair.base().total(0));
    List<Row> rows = new ArrayList<>();
    for (int function = 0; function < pair.current().functionCount(); function++) {
      boolean listed = now.isListed(function) || before.isListed(function);
      if (listed && (matches == null || matches.function(function))) {
        double share = whole == 0 ? 0 : now.self(function) / whole;
        double baseShare = baseWhole == 0 ? 0 : before.self(function) / baseWhole;
        rows.add(
            new Row(
                pair.current().name(function).name(),
                function,
                now.self(function),
                now.total(function),
                before.self(function),
                before.total(function),
                Math.abs(share - baseShare)));
      }
    }
    return rows;
  }

  private static Comparator<Row> comparator(String sort, String order) {
    Comparator<Row> by =
        switch (sort) {
          case "self" -> Comparator.comparingLong(Row::self);
          case "total" -> Comparator.comparingLong(Row::total);
          case "baseSelf" -> Comparator.comparingLong(Row::baseSelf);
          case "baseTotal" -> Comparator.comparingLong(Row::baseTotal);
          case "name" -> Comparator.comparing(Row::name);
          default -> Comparator.comparingDouble(Row::change);
        };
    Comparator<Row> ordered = order.equals("desc") ? by.reversed() : by;
    return ordered.thenComparing(Row::name).thenComparingInt(Row::function);
  }
}
