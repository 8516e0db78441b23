/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/* What user space knows of processes. Every object that needs it declares it; the loader shares it. */
#pragma once
#include "records.h"

/*
 * Preallocated as declared: perf_event programs must not use other hashes before 6.1. From there
 * on the loader sets BPF_F_NO_PREALLOC and a larger bound.
 */
struct {
	MAP_UINT(type, MAP_HASH);
	MAP_UINT(max_entries, 1024);
	MAP_TYPE(key, struct process_key);
	MAP_TYPE(value, struct process_part);
} processes SEC(".maps");

/* An array: a lookup is an addition, and nothing is touched but the value. */
struct {
	MAP_UINT(type, MAP_ARRAY);
	MAP_UINT(map_flags, F_MAPPABLE);
	MAP_UINT(max_entries, KNOWN_PAGES);
	MAP_TYPE(key, u32);
	MAP_TYPE(value, struct known_rules);
} known SEC(".maps");

struct {
	MAP_UINT(type, MAP_ARRAY);
	MAP_UINT(max_entries, JVMS);
	MAP_TYPE(key, u32);
	MAP_TYPE(value, struct hotspot);
} hotspots SEC(".maps");

struct {
	MAP_UINT(type, MAP_PERCPU_ARRAY);
	MAP_UINT(max_entries, COUNTERS);
	MAP_TYPE(key, u32);
	MAP_TYPE(value, u64);
} counters SEC(".maps");

INLINE struct known_rules *known_of(u32 tgid)
{
	u32 page = tgid % KNOWN_PAGES;

	return map_lookup(&known, &page);
}

INLINE void count(u32 counter)
{
	u64 *n = map_lookup(&counters, &counter);

	if (n)
		(*n)++;
}
