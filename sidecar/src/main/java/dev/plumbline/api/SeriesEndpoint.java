package dev.plumbline.api;

import dev.plumbline.api.json.Note;
import dev.plumbline.api.request.ApiException;
import dev.plumbline.api.request.Parameters;
import dev.plumbline.api.request.SelectionReader;
import dev.plumbline.merge.StoreQuery;
import dev.plumbline.merge.Timeline;
import dev.plumbline.scan.Selection;
import dev.plumbline.store.segment.SeriesType;
import java.util.ArrayList;
import java.util.List;

/** The timeline. Thread-safe. */
final class SeriesEndpoint implements Endpoint {
  private static final long[] STEPS_MILLIS = {
    10_000, 30_000, 60_000, 300_000, 900_000, 3_600_000, 21_600_000
  };
  private static final int DEFAULT_POINTS = 300;
  private static final int MAX_POINTS = 2000;
  private static final int DEFAULT_SERIES = 8;
  private static final int MAX_SERIES = 100;
  private static final int LEAST_STEP_MILLIS = 1000;

  private final StoreQuery query;
  private final SelectionReader selections;
  private final Notes notes;

  SeriesEndpoint(StoreQuery query) {
    this.query = query;
    this.selections = new SelectionReader(query);
    this.notes = new Notes(query);
  }

  @Override
  public Answer prepare(Parameters parameters) throws ApiException {
    Selection selection = selections.read(parameters);
    String by = parameters.text("by");
    int series = parameters.number("limit", DEFAULT_SERIES, 1, MAX_SERIES);
    long step = step(parameters, selection);
    int points = StoreQuery.timelinePoints(selection, step);
    if (points > MAX_POINTS) {
      throw new ApiException(
          400,
          "bad_parameter",
          "the range has " + points + " points at this step, expected at most " + MAX_POINTS,
          "step");
    }
    long firstPoint = Math.floorDiv(selection.fromMillis(), step);
    return Answer.json(
        (query.fingerprint(selection) * 31 + firstPoint) * 31 + points,
        json -> {
          List<Note> said = new ArrayList<>(notes.unknown(selection));
          Selection asked = Notes.empties(said) ? nothing(selection) : selection;
          Timeline timeline =
              query.timeline(asked, step, by == null || by.isEmpty() ? null : by, series);
          if (timeline.unit() == null && said.isEmpty()) {
            said.addAll(notes.nothing(selection));
          }
          ListEndpoints.writeUnit(json, SeriesType.ofId(selection.typeId()));
          json.number("startMillis", timeline.startMillis())
              .number("stepMillis", timeline.stepMillis())
              .number("points", (long) timeline.totals().size())
              .number("total", timeline.total())
              .numbers("coveredMillis", timeline.coveredMillis())
              .numbers("totals", timeline.totals())
              .list(
                  "series",
                  timeline.series(),
                  (out, one) ->
                      out.text("value", one.value())
                          .truth("rest", one.rest())
                          .number("total", one.total())
                          .numbers("values", one.values()))
              .notes(said);
        });
  }

  /** The same range, and nothing in it. */
  private static Selection nothing(Selection selection) {
    return new Selection(
        selection.fromMillis(), selection.untilMillis(), selection.services(), "none", List.of());
  }

  private static long step(Parameters parameters, Selection selection) throws ApiException {
    if (parameters.has("step")) {
      return parameters.number("step", 0, LEAST_STEP_MILLIS, Integer.MAX_VALUE);
    }
    for (long step : STEPS_MILLIS) {
      if (StoreQuery.timelinePoints(selection, step) <= DEFAULT_POINTS) {
        return step;
      }
    }
    long range = selection.untilMillis() - selection.fromMillis();
    long day = 86_400_000;
    return (range / DEFAULT_POINTS / day + 1) * day;
  }
}
