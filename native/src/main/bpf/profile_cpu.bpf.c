/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/* CPU samples with complete stacks: entry, the two walkers, and the copy of a stack not walkable yet. */
#include "go.h"
#include "hotspot.h"
#include "return_probe.h"
#include "task.h"

#define ANY_OWNER 0xffffffff /* -1 is nobody's number */
#define ASKED_BYTES 4096     /* so much per CPU is sent before the ring is asked how full it is */

const volatile u32 cfg_own_tgid = 0;           /* not sampled; 0: everything is */
const volatile u32 cfg_kernel_stacks = 1;
const volatile u32 cfg_user_stacks = 1;
const volatile u32 cfg_include_idle = 0;
const volatile u32 cfg_select_tgids = 0;       /* only processes in selected_tgids */
const volatile u32 cfg_select_cgroups = 0;     /* only cgroups in selected_cgroups */
const volatile u32 cfg_tid = 0;                /* only that thread; 0: all */
const volatile u64 cfg_comm_low = 0;           /* only threads of that name; both 0: all */
const volatile u64 cfg_comm_high = 0;
const volatile u32 cfg_uid = ANY_OWNER;        /* only processes that act as that user */
const volatile u32 cfg_gid = ANY_OWNER;
const volatile u32 cfg_task_cred = NO_FIELD;
const volatile u32 cfg_cred_euid = NO_FIELD;
const volatile u32 cfg_cred_egid = NO_FIELD;
const volatile u32 cfg_source = 0;             /* copied to every sample */
const volatile u32 cfg_task_pt_regs = 0;       /* the kernel has bpf_task_pt_regs (5.15) */
const volatile u32 cfg_task_stack = NO_FIELD;  /* offset of task_struct.stack, where it has not */
const volatile u32 cfg_thread_size = 16384;
const volatile u32 cfg_wakeup_bytes = 1 << 21; /* wake the reader when so much is waiting */
const volatile u32 cfg_stacks_per_second = 200;/* stack copies per CPU */

enum program {
	PROGRAM_NATIVE,
	PROGRAM_HOTSPOT,
	PROGRAM_COPY_STACK,
	PROGRAM_GO,
	PROGRAM_RETURN_PROBE,
	PROGRAMS,
};

struct {
	MAP_UINT(type, MAP_PROG_ARRAY);
	MAP_UINT(max_entries, PROGRAMS);
	MAP_UINT(key_size, sizeof(u32));
	MAP_UINT(value_size, sizeof(u32));
} programs SEC(".maps");

struct {
	MAP_UINT(type, MAP_RINGBUF);
	MAP_UINT(max_entries, 1 << 22);
} samples SEC(".maps");

struct {
	MAP_UINT(type, MAP_PERCPU_ARRAY);
	MAP_UINT(max_entries, 1);
	MAP_TYPE(key, u32);
	MAP_TYPE(value, struct walk);
} walks SEC(".maps");

struct {
	MAP_UINT(type, MAP_HASH);
	MAP_UINT(max_entries, 1024);
	MAP_TYPE(key, u32);
	MAP_TYPE(value, u8);
} selected_tgids SEC(".maps");

struct {
	MAP_UINT(type, MAP_HASH);
	MAP_UINT(max_entries, 4096);
	MAP_TYPE(key, u64);
	MAP_TYPE(value, u8);
} selected_cgroups SEC(".maps");

INLINE struct walk *own_walk(void)
{
	u32 zero = 0;

	return map_lookup(&walks, &zero);
}

INLINE int send(struct walk *w, u32 stack_words)
{
	struct sample *s = &w->sample;
	u32 words = (s->kernel_words & 127) + (w->words & 1023) + stack_words;
	u64 size = __builtin_offsetof(struct sample, words) + words * 8ULL;
	u64 flags = RINGBUF_NO_WAKEUP;

	if (size > sizeof(*s))
		size = sizeof(*s);
	w->unasked_bytes += size;
	if (RARELY(w->unasked_bytes > ASKED_BYTES)) {
		w->unasked_bytes = 0;
		if (ringbuf_query(&samples, RINGBUF_AVAILABLE_DATA) > cfg_wakeup_bytes)
			flags = RINGBUF_FORCE_WAKEUP;
	}
	if (RARELY(ringbuf_output(&samples, s, size, flags)))
		count(COUNT_LOST);
	return 0;
}

INLINE int finish(void *context, struct walk *w, u32 end)
{
	w->sample.end_reason = end;
	w->sample.user_words = w->words;
	w->sample.flags |= w->exact ? SAMPLE_EXACT_PC : 0;
	if (RARELY(end == END_NO_PROCESS || end == END_NO_MAPPING || end == END_NO_TABLE))
		tail_call(context, &programs, PROGRAM_COPY_STACK);
	return send(w, 0);
}

/*
 * Goes on with a program. The number must be a constant of the call: then the kernel makes it a jump,
 * else it looks the program up and jumps through a pointer. What differs keeps clang from joining calls.
 */
#define GO_ON(context, program)                          \
	do {                                             \
		tail_call(context, &programs, program);  \
		asm volatile("" ::"i"(program));         \
	} while (0)

INLINE int proceed(void *context, struct walk *w, u32 end)
{
	if (end == SWITCH_NATIVE)
		GO_ON(context, PROGRAM_NATIVE);
	else if (end == SWITCH_HOTSPOT)
		GO_ON(context, PROGRAM_HOTSPOT);
	else if (end == SWITCH_GO)
		GO_ON(context, PROGRAM_GO);
	else if (end == SWITCH_RETURN_PROBE)
		GO_ON(context, PROGRAM_RETURN_PROBE);
	else
		return finish(context, w, end);
	return finish(context, w, END_TAIL_CALLS);
}

SEC("perf_event")
int unwind_native(struct perf_context *context)
{
	struct walk *w = own_walk();

	return w ? proceed(context, w, walk_native(w)) : 0;
}

SEC("perf_event")
int unwind_hotspot(struct perf_context *context)
{
	struct walk *w = own_walk();

	return w ? proceed(context, w, walk_hotspot(w)) : 0;
}

SEC("perf_event")
int unwind_go(struct perf_context *context)
{
	struct walk *w = own_walk();

	return w ? proceed(context, w, walk_go(w)) : 0;
}

SEC("perf_event")
int unwind_return_probe(struct perf_context *context)
{
	struct walk *w = own_walk();

	return w ? proceed(context, w, walk_return_probe(w)) : 0;
}

INLINE int may_copy(struct walk *w)
{
	u64 now = w->sample.time_ns;

	if (now - w->limit_window_ns > 1000000000ULL) {
		w->limit_window_ns = now;
		w->limit_count = 0;
	}
	if (w->limit_count >= cfg_stacks_per_second)
		return 0;
	w->limit_count++;
	return 1;
}

/*
 * The first samples of a process that user space does not know yet carry the top of the stack, and
 * user space goes on walking where we stopped. Read page by page: what lies above the stack faults.
 */
SEC("perf_event")
int copy_stack(UNUSED struct perf_context *context)
{
	struct walk *w = own_walk();
	u32 at, filled = 0, size;

	if (!w)
		return 0;
	if (w->sp & 7 || !may_copy(w)) {
		count(COUNT_STACKS_LIMITED);
		return send(w, 0);
	}
	at = (w->sample.kernel_words & 127) + (w->words & 1023);
	at &= 1023;
	w->sample.words[at] = w->pc;
	w->sample.words[at + 1] = w->sp;
	w->sample.words[at + 2] = w->bp;
	size = 4096 - (w->sp & 4095);
	for (int i = 0; i < 3; i++) {
		if (size > STACK_BYTES - filled)
			size = STACK_BYTES - filled;
		if (size == 0 || size > 4096 || filled > STACK_BYTES - 8)
			break;
		if (read_user((char *)&w->sample.words[at + 3] + filled, size, (void *)(w->sp + filled)))
			break;
		filled += size;
		size = 4096;
	}
	w->sample.stack_bytes = filled;
	w->sample.flags |= SAMPLE_HAS_STACK;
	count(COUNT_STACKS);
	return send(w, 3 + filled / 8);
}

/* User registers saved at the top of the task's kernel stack. */
INLINE u64 saved_registers(void)
{
	u64 stack;

	if (cfg_task_pt_regs)
		return task_registers(current_task_btf());
	stack = task_word(current_task(), cfg_task_stack);
	return stack ? stack + cfg_thread_size - sizeof(struct registers) : 0;
}

INLINE u32 start_in_kernel(struct perf_context *context, struct walk *w)
{
	struct registers r;
	u64 task = current_task(), saved;
	long n = 0;

	w->sample.flags = SAMPLE_KERNEL_MODE;
	if (cfg_kernel_stacks)
		n = stack_of(context, w->sample.words, KERNEL_WORDS * 8, STACK_OF_KERNEL);
	w->sample.kernel_words = n > 0 ? n >> 3 & 127 : 0;
	if (task_half(task, cfg_task_flags) & TASK_IS_KERNEL_THREAD)
		return END_KERNEL_THREAD;
	if (!cfg_user_stacks)
		return END_NOT_SELECTED;
	if (!cfg_kernel_reads)
		return END_NO_REGISTERS;
	saved = saved_registers();
	if (!saved || read_kernel(&r, sizeof(r), (void *)saved))
		return END_NO_REGISTERS;
	if (!r.ip || r.ip >> 63 || !r.sp)
		return END_KERNEL_THREAD;
	w->pc = r.ip;
	w->sp = r.sp;
	w->bp = r.bp;
	w->ax = r.ax;
	w->dx = r.dx;
	w->r13 = r.r13;
	w->r14 = r.r14;
	w->cx = r.cx;
	w->di = r.di;
	return r.cs == 0x23 ? END_COMPAT_MODE : END_NONE;
}

INLINE u32 start_in_user(struct perf_context *context, struct walk *w)
{
	if (!cfg_user_stacks)
		return END_NOT_SELECTED;
	w->pc = context->registers.ip;
	w->sp = context->registers.sp;
	w->bp = context->registers.bp;
	w->ax = context->registers.ax;
	w->dx = context->registers.dx;
	w->r13 = context->registers.r13;
	w->r14 = context->registers.r14;
	w->cx = context->registers.cx;
	w->di = context->registers.di;
	return context->registers.cs == 0x23 ? END_COMPAT_MODE : END_NONE;
}

/* By the process's effective ids, as user space compares them; it decides where we cannot read. */
INLINE int is_of_owner(void)
{
	u64 leader = task_word(current_task(), cfg_task_group_leader);
	u64 cred = leader ? task_word(leader, cfg_task_cred) : 0;

	if (!cred)
		return 1;
	if (cfg_uid != ANY_OWNER && task_half(cred, cfg_cred_euid) != cfg_uid)
		return 0;
	return cfg_gid == ANY_OWNER || task_half(cred, cfg_cred_egid) == cfg_gid;
}

INLINE int is_selected(u64 id, u64 cgroup)
{
	u32 tgid = id >> 32;
	u64 comm[2] = {};

	if (cfg_tid && (u32)id != cfg_tid)
		return 0;
	if (cfg_comm_low || cfg_comm_high) {
		current_comm((char *)comm, sizeof(comm));
		if (comm[0] != cfg_comm_low || comm[1] != cfg_comm_high)
			return 0;
	}
	if (cfg_own_tgid && tgid == cfg_own_tgid)
		return 0;
	if ((cfg_uid != ANY_OWNER || cfg_gid != ANY_OWNER) && !is_of_owner())
		return 0;
	if (cfg_select_tgids && !map_lookup(&selected_tgids, &tgid))
		return 0;
	return !cfg_select_cgroups || map_lookup(&selected_cgroups, &cgroup) != 0;
}

/* A kernel that types the task lets its fields be read without a call. */
INLINE int is_typed(u32 offset)
{
	return cfg_kernel_reads && cfg_task_pt_regs && offset != NO_FIELD;
}

/* Start of the running process. */
INLINE u64 own_start(void)
{
	const char *leader;

	if (!is_typed(cfg_task_group_leader) || !is_typed(cfg_task_start_boottime))
		return process_start(current_task());
	leader = *(const char **)((const char *)current_task_btf() + cfg_task_group_leader);
	return *(const u64 *)(leader + cfg_task_start_boottime);
}

/* Process in the upper half, thread in the lower one. */
INLINE u64 own_id(void)
{
	const char *task;

	if (!is_typed(cfg_task_tgid) || !is_typed(cfg_task_pid))
		return current_pid_tgid();
	task = current_task_btf();
	return (u64)*(const u32 *)(task + cfg_task_tgid) << 32 | *(const u32 *)(task + cfg_task_pid);
}

/* The bytes before the first one that is 0, and zeros. */
INLINE u64 until_zero(u64 bytes)
{
	u64 zeros = (bytes - 0x0101010101010101ULL) & ~bytes & 0x8080808080808080ULL;

	return zeros ? bytes & (((zeros & -zeros) >> 7) - 1) : bytes;
}

/* Behind a name's end may stand what is left of a longer one. */
INLINE void read_own_comm(u64 *to)
{
	const char *task;
	u64 low, high;

	if (!is_typed(cfg_task_comm)) {
		current_comm((char *)to, 16);
		return;
	}
	task = current_task_btf();
	low = *(const u64 *)(task + cfg_task_comm);
	high = *(const u64 *)(task + cfg_task_comm + 8);
	to[0] = until_zero(low);
	to[1] = to[0] >> 56 ? until_zero(high) : 0;
}

/* All that a sample is likely to need and that can be named from the beginning. */
INLINE void fetch_ahead(const struct perf_context *context, struct walk *w, u32 tgid)
{
	struct known_rules *known = known_of(tgid);
	const char *task;

	FETCH(&w->pc);
	FETCH(&w->start_ticks);
	FETCH(&w->sample.tgid);
	FETCH(&w->sample.words[0]);
	if (is_typed(cfg_task_group_leader) && is_typed(cfg_task_start_boottime) && is_typed(cfg_task_comm)) {
		task = current_task_btf();
		FETCH(task + cfg_task_group_leader);
		FETCH(task + cfg_task_start_boottime);
		FETCH(task + cfg_task_comm);
	}
	if (known) {
		FETCH(&known->generation);
		FETCH(ranges_of(known, context->registers.ip));
#pragma unroll
		for (int i = 0; i < KNOWN_RULES; i += 8)
			FETCH(&known->rules[i]);
	}
}

SEC("perf_event")
int sample_cpu(struct perf_context *context)
{
	u64 id = own_id(), cgroup;
	struct walk *w = own_walk();
	u32 end;

	if (!w)
		return 0;
	fetch_ahead(context, w, id >> 32);
	cgroup = current_cgroup_id();

	if (!(id >> 32) && !cfg_include_idle) {
		count(COUNT_IDLE);
		return 0;
	}
	if (!is_selected(id, cgroup)) {
		count(COUNT_FILTERED);
		return 0;
	}
	w->sample.time_ns = ktime_ns();
	w->sample.cgroup_id = cgroup;
	w->sample.start_ns = own_start();
	w->sample.value = context->sample_period;
	w->sample.tgid = id >> 32;
	w->sample.tid = (u32)id;
	w->sample.cpu = processor_id();
	w->sample.source = cfg_source;
	w->sample.flags = 0;
	w->sample.kernel_words = 0;
	w->sample.stack_bytes = 0;
	read_own_comm((u64 *)w->sample.comm);
	w->start_ticks = w->sample.start_ns / 10000000;
	w->words = 0;
	w->exact = 1;
	end = context->registers.ip >> 63 ? start_in_kernel(context, w) : start_in_user(context, w);
	if (end)
		return finish(context, w, end);
	push_address(w);
	return proceed(context, w, SWITCH_NATIVE);
}

char LICENSE[] SEC("license") = "Dual MIT/GPL";
