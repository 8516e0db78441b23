/* SPDX-License-Identifier: GPL-2.0 */
/* The second gadget: a descriptor, this file, and no Java. */
#include <gadget.h>

const volatile __u32 targ_pid = 0;
const volatile _Bool kernel_stacks = 1;

GADGET_PARAM(targ_pid);
GADGET_PARAM(kernel_stacks);

struct switch_key {
	gadget_kernel_stack kern_stack_raw;
	struct gadget_user_stack user_stack_raw;
	struct gadget_process proc;
};

struct switch_value {
	__u64 switches;
};

struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__type(key, struct switch_key);
	__type(value, struct switch_value);
	__uint(max_entries, 10240);
} counts SEC(".maps");

GADGET_MAPITER(switches, counts);

SEC("raw_tp/sched_switch")
int on_switch(void *context)
{
	struct switch_key key = {};
	struct switch_value zero = {}, *value;

	gadget_process_populate(&key.proc);
	if (!key.proc.pid || (targ_pid && key.proc.pid != targ_pid))
		return 0;
	key.kern_stack_raw = kernel_stacks ? gadget_get_kernel_stack(context) : -1;
	gadget_get_user_stack(context, &key.user_stack_raw);
	value = bpf_map_lookup_elem(&counts, &key);
	if (!value) {
		bpf_map_update_elem(&counts, &key, &zero, BPF_NOEXIST);
		value = bpf_map_lookup_elem(&counts, &key);
	}
	if (value)
		__sync_fetch_and_add(&value->switches, 1);
	return 0;
}

char LICENSE[] SEC("license") = "GPL";
