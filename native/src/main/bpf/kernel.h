/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/*
 * The few kernel names that our programs use. Written by hand, so that a build needs neither
 * kernel headers nor libbpf; numbers are the kernel's stable user-space ABI.
 */
#pragma once

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef signed char s8;
typedef signed short s16;
typedef signed int s32;
typedef signed long long s64;

#define SEC(name) __attribute__((section(name), used))
#define INLINE static inline __attribute__((always_inline))
#define UNUSED __attribute__((unused))

/* Keeps what is seldom run out of the way: each line of code that is passed over was fetched. */
#define RARELY(condition) __builtin_expect(!!(condition), 0)

/* A map's attributes travel to the loader as types: int (*)[n] is the number n. */
#define MAP_UINT(name, value) int(*name)[value]
#define MAP_TYPE(name, type_name) __typeof__(type_name) *name
#define MAP_VALUES(name, type_name) __typeof__(type_name) *name[]

enum map_type {
	MAP_HASH = 1,
	MAP_ARRAY = 2,
	MAP_PROG_ARRAY = 3,
	MAP_PERCPU_ARRAY = 6,
	MAP_LRU_HASH = 9,
	MAP_ARRAY_OF_MAPS = 12,
	MAP_RINGBUF = 27,
};

#define F_MAPPABLE (1 << 10) /* values begin at a page */
#define F_INNER_MAP (1 << 12)

#define UPDATE_ANY 0
#define STACK_OF_KERNEL 0
#define RINGBUF_NO_WAKEUP 1
#define RINGBUF_FORCE_WAKEUP 2
#define RINGBUF_AVAILABLE_DATA 0

static void *(*map_lookup)(void *map, const void *key) = (void *)1;
static long (*map_update)(void *map, const void *key, const void *value, u64 flags) = (void *)2;
static long (*map_delete)(void *map, const void *key) = (void *)3;
static u64 (*ktime_ns)(void) = (void *)5;
static u32 (*processor_id)(void) = (void *)8;
static long (*tail_call)(void *context, void *programs, u32 index) = (void *)12;
static u64 (*current_pid_tgid)(void) = (void *)14;
static long (*current_comm)(void *to, u32 size) = (void *)16;
static u64 (*current_task)(void) = (void *)35;
static long (*stack_of)(void *context, void *to, u32 size, u64 flags) = (void *)67;
static u64 (*current_cgroup_id)(void) = (void *)80;
static long (*read_user)(void *to, u32 size, const void *from) = (void *)112;
static long (*read_kernel)(void *to, u32 size, const void *from) = (void *)113;
static long (*ringbuf_output)(void *ring, void *data, u64 size, u64 flags) = (void *)130;
static u64 (*ringbuf_query)(void *ring, u64 flags) = (void *)134;
static void *(*current_task_btf)(void) = (void *)158;
static long (*task_registers)(void *task) = (void *)175;

/*
 * Fetches a line of memory that is needed soon. A sample finds nothing in the caches: lines that are
 * asked for one after the other, each when it is needed, take several times as long as all at once.
 */
#define FETCH(address) ((void)*(const volatile u64 *)(address))

/* Saved user registers of x86-64, in the kernel's order. */
struct registers {
	u64 r15, r14, r13, r12, bp, bx, r11, r10, r9, r8;
	u64 ax, cx, dx, si, di, orig_ax;
	u64 ip, cs, flags, sp, ss;
};

/* What a perf_event program is given. */
struct perf_context {
	struct registers registers;
	u64 sample_period;
	u64 addr;
};

/* What a raw tracepoint program is given: the arguments of the tracepoint. */
struct raw_tracepoint_context {
	u64 args[4];
};
