package dev.plumbline.api;

import dev.plumbline.api.json.BoxesJson;
import dev.plumbline.api.json.JsonOut;
import dev.plumbline.api.request.ApiException;
import dev.plumbline.api.request.Parameters;
import dev.plumbline.api.request.SelectionReader;
import dev.plumbline.api.request.ViewRequest;
import dev.plumbline.merge.MergedProfile;
import dev.plumbline.merge.StoreQuery;
import dev.plumbline.scan.Selection;
import dev.plumbline.store.segment.SeriesType;
import dev.plumbline.tree.FunctionTree;
import dev.plumbline.view.BoxLayout;
import dev.plumbline.view.Matches;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The flame graph of a selection. Thread-safe. */
final class FlameGraphEndpoint implements Endpoint {
  private final StoreQuery query;
  private final SelectionReader selections;
  private final MergedViews merged;

  FlameGraphEndpoint(StoreQuery query) {
    this.query = query;
    this.selections = new SelectionReader(query);
    this.merged = new MergedViews(query);
  }

  @Override
  public Answer prepare(Parameters parameters) throws ApiException {
    Selection selection = selections.read(parameters);
    ViewRequest view = ViewRequest.read(parameters);
    double minShare = parameters.share("minShare", BoxLayout.DEFAULT_MIN_SHARE);
    return new Answer(
        query.fingerprint(selection),
        () -> {
          MergedViews.Merged of = merged.of(selection, view.group());
          FunctionTree tree = view.focused(of.profile().tree());
          int root = of.isEmpty() ? 0 : view.zoomed(tree);
          BoxLayout layout = BoxLayout.of(List.of(tree), root, minShare);
          Matches matches = view.matches(tree);
          return Answer.response(json -> write(json, selection, of, tree, layout, matches, view));
        });
  }

  private void write(
      JsonOut json,
      Selection selection,
      MergedViews.Merged of,
      FunctionTree tree,
      BoxLayout layout,
      @Nullable Matches matches,
      ViewRequest view)
      throws IOException {
    MergedProfile profile = of.profile();
    ListEndpoints.writeUnit(json, SeriesType.ofId(selection.typeId()));
    json.number("fromMillis", selection.fromMillis())
        .number("untilMillis", selection.untilMillis())
        .number("coveredMillis", profile.coveredMillis())
        .number("windows", profile.windows())
        .number("total", tree.shown(tree.total(0)))
        .number("incomplete", tree.shown(Notes.incomplete(tree)))
        .real("minShare", layout.minShare())
        .number("visible", (long) layout.visible());
    BoxesJson boxes = new BoxesJson(tree, matches);
    boxes.take(tree, layout);
    boxes.writeFunctions(json);
    json.object(
        "boxes",
        columns -> {
          boxes.writeShape(columns, tree, layout);
          BoxesJson.writeValues(columns, tree, layout, "total", "self", "hidden");
          if (matches != null) {
            BoxesJson.writeMatched(columns, tree, layout, matches, "matched", "hiddenMatched");
          }
        });
    writeSearch(json, tree, matches, view);
    json.notes(of.notes());
  }

  static void writeSearch(
      JsonOut json, FunctionTree tree, @Nullable Matches matches, ViewRequest view)
      throws IOException {
    if (matches == null) {
      json.none("search");
      return;
    }
    json.object(
        "search",
        out ->
            out.text("pattern", String.valueOf(view.search()))
                .number("total", tree.shown(matches.sums(tree)[0]))
                .number("functions", count(tree, matches)));
  }

  static long count(FunctionTree tree, Matches matches) {
    return IntStream.range(0, tree.functionCount()).filter(matches::function).count();
  }
}
