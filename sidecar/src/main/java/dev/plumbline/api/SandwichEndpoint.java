package dev.plumbline.api;

import dev.plumbline.api.json.BoxesJson;
import dev.plumbline.api.json.JsonOut;
import dev.plumbline.api.request.ApiException;
import dev.plumbline.api.request.Parameters;
import dev.plumbline.api.request.SelectionReader;
import dev.plumbline.api.request.ViewRequest;
import dev.plumbline.merge.LineTotals;
import dev.plumbline.merge.StoreQuery;
import dev.plumbline.scan.Selection;
import dev.plumbline.store.segment.SeriesType;
import dev.plumbline.tree.FunctionTotals;
import dev.plumbline.tree.FunctionTree;
import dev.plumbline.view.BoxLayout;
import dev.plumbline.view.Matches;
import dev.plumbline.view.Sandwich;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Callers and callees of one function. Thread-safe. */
final class SandwichEndpoint implements Endpoint {
  private static final int MAX_LINES = 100;

  private final StoreQuery query;
  private final SelectionReader selections;
  private final MergedViews merged;

  SandwichEndpoint(StoreQuery query) {
    this.query = query;
    this.selections = new SelectionReader(query);
    this.merged = new MergedViews(query);
  }

  @Override
  public Answer prepare(Parameters parameters) throws ApiException {
    Selection selection = selections.read(parameters);
    ViewRequest view = ViewRequest.read(parameters);
    parameters.required("function");
    Long key = parameters.key("function");
    double minShare = parameters.share("minShare", BoxLayout.DEFAULT_MIN_SHARE);
    return new Answer(
        query.fingerprint(selection),
        () -> {
          MergedViews.Merged of = merged.of(selection, view.group());
          FunctionTree tree = view.narrowed(of.profile().tree());
          int function = ViewRequest.function(tree, key == null ? 0 : key, "function");
          List<LineTotals.Line> lines = query.lines(selection, tree.name(function), MAX_LINES);
          View shown = new View(tree, function, Sandwich.of(tree, function), minShare, view);
          return Answer.response(
              json -> {
                ListEndpoints.writeUnit(json, SeriesType.ofId(selection.typeId()));
                shown.write(json, lines);
                json.notes(of.notes());
              });
        });
  }

  /** One answer, with all that it is made of. */
  private static final class View {
    private final FunctionTree tree;
    private final int function;
    private final Sandwich sandwich;
    private final BoxLayout callees;
    private final BoxLayout callers;
    private final ViewRequest view;

    View(FunctionTree tree, int function, Sandwich sandwich, double minShare, ViewRequest view) {
      this.tree = tree;
      this.function = function;
      this.sandwich = sandwich;
      this.callees = BoxLayout.of(List.of(sandwich.callees()), 0, minShare);
      this.callers = BoxLayout.of(List.of(sandwich.callers()), 0, minShare);
      this.view = view;
    }

    void write(JsonOut json, List<LineTotals.Line> lines) throws IOException {
      FunctionTotals totals = tree.functionTotals();
      Matches matches = view.matches(tree);
      json.number("all", tree.shown(tree.total(0)))
          .object("function", out -> out.function(tree.name(function), tree.functionKey(function)))
          .number("self", totals.self(function))
          .number("total", totals.total(function))
          .real("minShare", Math.max(callees.minShare(), callers.minShare()))
          .list(
              "lines",
              lines,
              (out, line) ->
                  out.number("line", (long) line.line())
                      .number("self", line.self())
                      .number("total", line.total()));
      BoxesJson boxes = new BoxesJson(tree, matches);
      boxes.take(sandwich.callees(), callees);
      boxes.take(sandwich.callers(), callers);
      boxes.writeFunctions(json);
      write(json, "callees", boxes, sandwich.callees(), callees, matches);
      write(json, "callers", boxes, sandwich.callers(), callers, matches);
      FlameGraphEndpoint.writeSearch(json, tree, matches, view);
    }

    private void write(
        JsonOut json,
        String name,
        BoxesJson boxes,
        FunctionTree side,
        BoxLayout layout,
        @Nullable Matches matches)
        throws IOException {
      json.object(
          name,
          columns -> {
            boxes.writeShape(columns, side, layout);
            BoxesJson.writeValues(columns, side, layout, "total", "self", "hidden");
            if (matches != null && view.search() != null) {
              Matches here = Matches.of(side, view.search());
              BoxesJson.writeMatched(columns, side, layout, here, "matched", "hiddenMatched");
            }
          });
    }
  }
}
