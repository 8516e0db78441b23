package dev.plumbline.merge;

import dev.plumbline.profile.ProfileType.Accumulation;
import dev.plumbline.tree.FunctionTree;
import org.jspecify.annotations.Nullable;

/**
 * What a selection adds up to. Immutable.
 *
 * @param unit of all values of the tree; null if no window was selected
 * @param accumulation of the type; null if no window was selected
 * @param windows that were selected
 * @param coveredMillis time that they cover
 * @param lostSegments that could not be read
 */
public record MergedProfile(
    FunctionTree tree,
    @Nullable String unit,
    @Nullable Accumulation accumulation,
    long windows,
    long coveredMillis,
    int lostSegments) {}
