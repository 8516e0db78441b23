package dev.plumbline.api;

import dev.plumbline.api.json.JsonOut;
import dev.plumbline.api.json.Note;
import dev.plumbline.api.json.TypeTitle;
import dev.plumbline.api.request.ApiException;
import dev.plumbline.api.request.Parameters;
import dev.plumbline.api.request.Rows;
import dev.plumbline.api.request.SelectionReader;
import dev.plumbline.merge.AttributeListing;
import dev.plumbline.merge.SourceListing;
import dev.plumbline.merge.StoreQuery;
import dev.plumbline.scan.Selection;
import dev.plumbline.store.segment.SeriesType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Services, types, attributes and their values. Thread-safe. */
final class ListEndpoints {
  private final StoreQuery query;
  private final SelectionReader selections;
  private final Notes notes;

  ListEndpoints(StoreQuery query) {
    this.query = query;
    this.selections = new SelectionReader(query);
    this.notes = new Notes(query);
  }

  Answer services(Parameters parameters) throws ApiException {
    Selection selection = selections.read(parameters).ofAllServices();
    Rows rows = Rows.read(parameters, Rows.MAX_LIMIT);
    return answer(
        selection,
        (json, said) -> {
          List<SourceListing.Service> services =
              Notes.empties(said) ? List.of() : query.services(selection);
          writeUnit(json, SeriesType.ofId(selection.typeId()));
          rows.write(json, "services", services, ListEndpoints::service);
        });
  }

  private static void service(JsonOut json, SourceListing.Service service) throws IOException {
    json.text("name", service.name())
        .number("total", service.total())
        .number("windows", service.windows())
        .number("processes", (long) service.processes())
        .number("firstMillis", service.firstMillis())
        .number("lastMillis", service.lastMillis());
  }

  Answer types(Parameters parameters) throws ApiException {
    Selection selection = selections.read(parameters).ofAllTypes();
    Rows rows = Rows.read(parameters, Rows.MAX_LIMIT);
    return answer(
        selection,
        (json, said) ->
            rows.write(
                json,
                "types",
                Notes.empties(said) ? List.<SourceListing.Type>of() : query.types(selection),
                ListEndpoints::type));
  }

  private static void type(JsonOut json, SourceListing.Type type) throws IOException {
    json.text("id", type.type().id())
        .text("type", type.type().type())
        .text("title", TypeTitle.of(type.type()));
    writeUnit(json, type.type());
    json.number("total", type.total())
        .number("windows", type.windows())
        .number("lastMillis", type.lastMillis());
  }

  Answer attributes(Parameters parameters) throws ApiException {
    Selection selection = selections.read(parameters);
    Rows rows = Rows.read(parameters, Rows.MAX_LIMIT);
    return answer(
        selection,
        (json, said) ->
            rows.write(
                json,
                "attributes",
                Notes.empties(said) ? List.<AttributeListing.Key>of() : query.attributes(selection),
                ListEndpoints::attribute));
  }

  private static void attribute(JsonOut json, AttributeListing.Key key) throws IOException {
    json.text("key", key.key())
        .texts(
            "on",
            key.places().stream().map(place -> place.name().toLowerCase(Locale.ROOT)).toList())
        .number("values", (long) key.values())
        .truth("valuesCapped", key.capped());
  }

  Answer attributeValues(Parameters parameters) throws ApiException {
    String key = parameters.required("key");
    Selection selection = selections.read(parameters).withoutConditionsOn(key);
    String prefix = parameters.text("prefix");
    Rows rows = Rows.read(parameters, Rows.MAX_LIMIT);
    return answer(
        selection,
        (json, said) -> {
          List<AttributeListing.Value> values =
              Notes.empties(said) ? List.of() : query.attributeValues(selection, key);
          json.text("key", key);
          writeUnit(json, SeriesType.ofId(selection.typeId()));
          rows.write(
              json,
              "values",
              withPrefix(values, prefix),
              (out, value) -> out.text("value", value.value()).number("total", value.total()));
        });
  }

  private static List<AttributeListing.Value> withPrefix(
      List<AttributeListing.Value> values, @Nullable String prefix) {
    if (prefix == null || prefix.isEmpty()) {
      return values;
    }
    List<AttributeListing.Value> kept = new ArrayList<>();
    for (AttributeListing.Value value : values) {
      String text = value.value();
      if (text != null && text.startsWith(prefix)) {
        kept.add(value);
      }
    }
    return kept;
  }

  static void writeUnit(JsonOut json, SeriesType type) throws IOException {
    json.text("unit", type.unit())
        .text("accumulation", type.accumulation().name().toLowerCase(Locale.ROOT));
  }

  /** Writes the members of an answer, knowing what is said about names that nothing has. */
  private interface Listing {
    void write(JsonOut json, List<Note> unknown) throws IOException;
  }

  private Answer answer(Selection selection, Listing listing) {
    return Answer.json(
        query.fingerprint(selection),
        json -> {
          List<Note> said = notes.unknown(selection);
          listing.write(json, said);
          json.notes(said);
        });
  }
}
