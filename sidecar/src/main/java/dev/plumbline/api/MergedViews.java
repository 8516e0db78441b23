package dev.plumbline.api;

import dev.plumbline.api.json.Note;
import dev.plumbline.api.request.ViewRequest;
import dev.plumbline.merge.MergedProfile;
import dev.plumbline.merge.StoreQuery;
import dev.plumbline.scan.Selection;
import dev.plumbline.tree.FunctionTree;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Merged profiles with what is to be said about them. Thread-safe. */
final class MergedViews {
  private static final MergedProfile NOTHING =
      new MergedProfile(FunctionTree.EMPTY, null, null, 0, 0, 0);

  private final StoreQuery query;
  private final Notes notes;

  /** A profile and its notes. */
  record Merged(MergedProfile profile, List<Note> notes) {
    boolean isEmpty() {
      return profile.windows() == 0;
    }
  }

  MergedViews(StoreQuery query) {
    this.query = query;
    this.notes = new Notes(query);
  }

  /** Nothing if the selection names what nothing in its range has. */
  Merged of(Selection selection, @Nullable String group) {
    return of(selection, () -> query.merge(selection, group));
  }

  /** For sums of functions, which are the same under any grouping; only boxes are not. */
  Merged functions(Selection selection, ViewRequest view) {
    return of(
        selection,
        () ->
            view.zoom() == null
                ? query.mergeOfAnyGroup(selection, view.group())
                : query.merge(selection, view.group()));
  }

  private Merged of(Selection selection, Supplier<MergedProfile> merge) {
    List<Note> unknown = notes.unknown(selection);
    MergedProfile profile = Notes.empties(unknown) ? NOTHING : merge.get();
    return new Merged(profile, notes.of(selection, unknown, profile));
  }
}
