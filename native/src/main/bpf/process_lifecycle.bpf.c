/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/*
 * Processes come and go. Raw tracepoints, and fields by BTF offset: the layout of the formatted
 * tracepoints changes between kernels, and tracefs is often not there.
 */
#include "process_maps.h"
#include "task.h"

const volatile u32 cfg_task_signal = NO_FIELD;
const volatile u32 cfg_signal_live = NO_FIELD;

struct {
	MAP_UINT(type, MAP_RINGBUF);
	MAP_UINT(max_entries, 1 << 18);
} lifecycle_events SEC(".maps");

/*
 * Only what cannot wait wakes the reader: a process with code that nobody knows yet. Ends, and
 * children that have their parent's code, are met when it next looks.
 */
INLINE void send(struct lifecycle *e)
{
	int is_unknown = e->kind == LIFECYCLE_EXEC || (e->kind == LIFECYCLE_FORK && !e->copied);

	e->time_ns = ktime_ns();
	e->cgroup_id = current_cgroup_id();
	current_comm(e->comm, sizeof(e->comm));
	if (ringbuf_output(&lifecycle_events, e, sizeof(*e),
			   is_unknown ? RINGBUF_FORCE_WAKEUP : RINGBUF_NO_WAKEUP))
		count(COUNT_LIFECYCLE_LOST);
}

/* A forked child runs the same code at the same addresses: its first sample can be walked. */
INLINE u32 copy_parts(u32 parent, u32 child, u64 start_ns)
{
	struct process_key from = { .tgid = parent }, to = { .tgid = child };
	struct process_part *part = map_lookup(&processes, &from);
	u32 parts = part ? part->parts : 0, copied = 0;

	for (u32 i = 0; i < PARTS; i++) {
		if (i && i >= parts)
			break;
		from.part = i;
		to.part = i;
		part = map_lookup(&processes, &from);
		if (!part)
			break;
		if (map_update(&processes, &to, part, UPDATE_ANY)) {
			count(COUNT_FORK_COPY_FAILED);
			break;
		}
		part = map_lookup(&processes, &to);
		if (part)
			part->start_ticks = start_ns / 10000000;
		copied++;
	}
	return copied;
}

SEC("raw_tp/sched_process_fork")
int on_fork(struct raw_tracepoint_context *context)
{
	u64 child = context->args[1];
	struct lifecycle e = { .kind = LIFECYCLE_FORK };

	e.tgid = task_half(child, cfg_task_tgid);
	e.parent_tgid = current_pid_tgid() >> 32;
	if (!e.tgid || e.tgid == e.parent_tgid)
		return 0; /* a new thread */
	e.start_ns = task_word(child, cfg_task_start_boottime);
	e.copied = copy_parts(e.parent_tgid, e.tgid, e.start_ns);
	if (e.copied)
		count(COUNT_FORK_COPIES);
	send(&e);
	return 0;
}

SEC("raw_tp/sched_process_exec")
int on_exec(struct raw_tracepoint_context *context)
{
	struct lifecycle e = { .kind = LIFECYCLE_EXEC };
	struct process_key key = {};
	struct known_rules *known_rules;

	e.tgid = current_pid_tgid() >> 32;
	e.start_ns = process_start(context->args[0]);
	key.tgid = e.tgid;
	for (u32 i = 0; i < PARTS; i++) {
		key.part = i;
		if (map_delete(&processes, &key))
			break;
	}
	known_rules = known_of(e.tgid);
	if (known_rules)
		__sync_fetch_and_add(&known_rules->generation, 1ULL << 32); /* user space counts below */
	send(&e);
	return 0;
}

/* Fires for each thread; signal->live is 0 only when the last one goes. */
SEC("raw_tp/sched_process_exit")
int on_exit(struct raw_tracepoint_context *context)
{
	struct lifecycle e = { .kind = LIFECYCLE_EXIT };
	u64 signal = task_word(context->args[0], cfg_task_signal);

	if (!signal || task_half(signal, cfg_signal_live))
		return 0;
	e.tgid = current_pid_tgid() >> 32;
	e.start_ns = process_start(context->args[0]);
	send(&e);
	return 0;
}

char LICENSE[] SEC("license") = "Dual MIT/GPL";
