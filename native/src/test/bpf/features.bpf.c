/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/* One of everything that the loader resolves. */
#include "kernel.h"

const volatile u32 cfg_factor = 3;
const volatile s16 cfg_small = -2;
const volatile char cfg_text[8] = "abc";
u64 total = 7;       /* .data */
u64 calls;           /* .bss */

struct point {
	u32 x;
	u32 y;
};

struct {
	MAP_UINT(type, MAP_HASH);
	MAP_UINT(max_entries, 64);
	MAP_TYPE(key, struct point);
	MAP_TYPE(value, u64);
} points SEC(".maps");

struct {
	MAP_UINT(type, MAP_ARRAY);
	MAP_UINT(max_entries, 4);
	MAP_TYPE(key, u32);
	MAP_TYPE(value, u64);
} results SEC(".maps");

struct {
	MAP_UINT(type, MAP_RINGBUF);
	MAP_UINT(max_entries, 4096);
} ring SEC(".maps");

static __attribute__((noinline)) u64 twice(u64 n)
{
	calls++;
	return n * 2;
}

static __attribute__((noinline)) u64 scaled(u64 n)
{
	return twice(n) * cfg_factor;
}

static void put(u32 at, u64 value)
{
	map_update(&results, &at, &value, UPDATE_ANY);
}

SEC("raw_tp/sys_enter")
int measure(UNUSED struct raw_tracepoint_context *context)
{
	u64 record[2] = { 0x1122334455667788ULL, current_pid_tgid() >> 32 };
	struct point p = { .x = 1, .y = 2 };
	u64 n = scaled(5);

	total += 1;
	put(0, n);
	put(1, total);
	put(2, (u64)(s64)cfg_small);
	put(3, cfg_text[1]);
	map_update(&points, &p, &n, UPDATE_ANY);
	ringbuf_output(&ring, record, sizeof(record), 0);
	return 0;
}

char LICENSE[] SEC("license") = "Dual MIT/GPL";
