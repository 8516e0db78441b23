package dev.plumbline.api;

import dev.plumbline.merge.FunctionTree;
import dev.plumbline.merge.MergedProfile;
import dev.plumbline.merge.Selection;
import dev.plumbline.merge.StoreQuery;
import java.util.List;
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
    List<Note> unknown = notes.unknown(selection);
    MergedProfile profile = Notes.empties(unknown) ? NOTHING : query.merge(selection, group);
    return new Merged(profile, notes.of(selection, unknown, profile));
  }
}
