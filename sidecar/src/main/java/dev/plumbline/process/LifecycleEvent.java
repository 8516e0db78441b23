package dev.plumbline.process;

import dev.plumbline.kernel.unwind.LifecycleRecord;

/** A copy of a {@link LifecycleRecord} that outlives the ring. Immutable. */
record LifecycleEvent(LifecycleRecord.Kind kind, ProcessKey key, int parentPid, boolean isCopied) {}
