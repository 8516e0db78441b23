package dev.plumbline.api;

import dev.plumbline.api.json.Note;
import dev.plumbline.api.request.TimeText;
import dev.plumbline.merge.MergedProfile;
import dev.plumbline.merge.StoreQuery;
import dev.plumbline.scan.Selection;
import dev.plumbline.tree.FunctionTree;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** What should be said beside an answer: why it is empty, what it lacks. Stateless. */
final class Notes {
  private static final Set<String> INCOMPLETE = Set.of("[no stack]", "[truncated]");

  private final StoreQuery query;

  Notes(StoreQuery query) {
    this.query = query;
  }

  /**
   * What makes an answer empty, whatever else is asked: no data at all, or attributes that nothing
   * in the range has.
   *
   * @return empty if all are known
   */
  List<Note> unknown(Selection selection) {
    List<Note> notes = new ArrayList<>();
    if (query.status().windows() == 0) {
      notes.add(Note.of("no_data_yet", "no window has been stored yet", null));
      return notes;
    }
    for (String key : query.unknownAttributes(selection)) {
      notes.add(Note.of("unknown_attribute", "nothing in this range has " + key, key));
    }
    return notes;
  }

  /** Whether these notes mean that the answer has to be empty. */
  static boolean empties(List<Note> notes) {
    return notes.stream().anyMatch(note -> note.code().equals("unknown_attribute"));
  }

  /** For an answer without windows for which {@link #unknown} said nothing. */
  List<Note> nothing(Selection selection) {
    List<Note> notes = new ArrayList<>();
    Set<String> services = query.serviceNames();
    for (String service : selection.services()) {
      if (!services.contains(service)) {
        notes.add(Note.of("unknown_service", "there is no service " + service, service));
      }
    }
    if (query.type(selection.typeId()) == null) {
      String type = selection.typeId();
      notes.add(Note.of("unknown_type", "there are no profiles of type " + type, type));
    }
    if (notes.isEmpty()) {
      notes.add(emptyRange(selection));
    }
    return notes;
  }

  private Note emptyRange(Selection selection) {
    Long last = query.lastMillis(selection);
    String of =
        selection.services().isEmpty() ? "" : " of " + String.join(", ", selection.services());
    String seen = last == null ? "" : ", last seen " + TimeText.of(last);
    return new Note(
        "empty_range",
        "no samples" + of + " in this range" + seen,
        selection.services().size() == 1 ? selection.services().iterator().next() : null,
        last,
        null,
        null);
  }

  /** All that is to be said of a merged profile. */
  List<Note> of(Selection selection, List<Note> unknown, MergedProfile merged) {
    List<Note> notes = new ArrayList<>(unknown);
    if (merged.windows() == 0 && unknown.isEmpty()) {
      notes.addAll(nothing(selection));
    }
    if (merged.lostSegments() > 0) {
      notes.add(
          new Note(
              "windows_lost",
              "a file with windows of this range could not be read and was set aside",
              null,
              null,
              null,
              (long) merged.lostSegments()));
    }
    FunctionTree tree = merged.tree();
    long incomplete = incomplete(tree);
    if (incomplete > 0 && tree.total(0) > 0) {
      double share = (double) incomplete / tree.total(0);
      notes.add(
          new Note(
              "incomplete_stacks",
              String.format("%.1f %% of this have no complete stack", 100 * share),
              null,
              null,
              share,
              null));
    }
    return notes;
  }

  /** Sum of the samples whose stack does not reach its root. */
  static long incomplete(FunctionTree tree) {
    long sum = 0;
    for (int node = 1; node < tree.size(); node++) {
      int parent = tree.parent(node);
      boolean outermost =
          parent == 0
              || (tree.parent(parent) == 0
                  && tree.name(tree.function(parent)).type().equals("group"));
      if (outermost && INCOMPLETE.contains(tree.name(tree.function(node)).name())) {
        sum += tree.total(node);
      }
    }
    return sum;
  }
}
