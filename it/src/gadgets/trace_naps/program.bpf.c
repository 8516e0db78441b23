/* SPDX-License-Identifier: GPL-2.0 */
/* User probes, a ring buffer, and no Java. */
#include <gadget.h>

struct nap {
	struct gadget_process proc;
	__u64 microseconds;
	struct gadget_user_stack user_stack_raw;
};

GADGET_TRACER_MAP(events, 1 << 18);
GADGET_TRACER(naps, events, nap);

struct return_key {
	struct gadget_process proc;
};

struct return_value {
	__u64 returns;
};

struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__type(key, struct return_key);
	__type(value, struct return_value);
	__uint(max_entries, 1024);
} counts SEC(".maps");

GADGET_MAPITER(returns, counts);

/* The registers of x86-64 as the kernel keeps them: the first argument is the 15th. */
struct registers {
	__u64 others[14];
	__u64 first_argument;
};

SEC("uprobe/libc:usleep")
int on_nap(struct registers *registers)
{
	struct nap *nap = gadget_reserve_buf(&events, sizeof(*nap));

	if (!nap)
		return 0;
	gadget_process_populate(&nap->proc);
	nap->microseconds = registers->first_argument;
	gadget_get_user_stack(registers, &nap->user_stack_raw);
	gadget_submit_buf(registers, &events, nap, sizeof(*nap));
	return 0;
}

SEC("uretprobe")
int on_return(void *registers)
{
	struct return_key key = {};
	struct return_value zero = {}, *value;

	(void)registers;
	gadget_process_populate(&key.proc);
	value = bpf_map_lookup_elem(&counts, &key);
	if (!value) {
		bpf_map_update_elem(&counts, &key, &zero, BPF_NOEXIST);
		value = bpf_map_lookup_elem(&counts, &key);
	}
	if (value)
		__sync_fetch_and_add(&value->returns, 1);
	return 0;
}

char LICENSE[] SEC("license") = "GPL";
