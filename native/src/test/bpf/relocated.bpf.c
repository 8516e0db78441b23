/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/* Field access that the kernel relocates (5.17). */
#include "kernel.h"

struct task_struct {
	int tgid;
} __attribute__((preserve_access_index));

struct {
	MAP_UINT(type, MAP_ARRAY);
	MAP_UINT(max_entries, 2);
	MAP_TYPE(key, u32);
	MAP_TYPE(value, u64);
} results SEC(".maps");

SEC("raw_tp/sys_enter")
int same_process(UNUSED struct raw_tracepoint_context *context)
{
	struct task_struct *task = (void *)current_task();
	u32 at = 0, tgid = 0;
	u64 value;

	read_kernel(&tgid, sizeof(tgid), __builtin_preserve_access_index(&task->tgid));
	value = tgid;
	map_update(&results, &at, &value, UPDATE_ANY);
	at = 1;
	value = current_pid_tgid() >> 32;
	map_update(&results, &at, &value, UPDATE_ANY);
	return 0;
}

char LICENSE[] SEC("license") = "Dual MIT/GPL";
