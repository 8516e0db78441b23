/* SPDX-License-Identifier: GPL-2.0 */
/* Reads a map's value without a look at whether it is there: what a user sees of the verifier. */
#include <gadget.h>

struct read_key {
	__u32 pid;
};

struct read_value {
	__u64 reads;
};

struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__type(key, struct read_key);
	__type(value, struct read_value);
	__uint(max_entries, 16);
} counts SEC(".maps");

GADGET_MAPITER(reads, counts);

SEC("raw_tp/sched_switch")
int on_switch(void *context)
{
	struct read_key key = {};
	struct read_value *value = bpf_map_lookup_elem(&counts, &key);

	(void)context;
	value->reads++;
	return 0;
}

char LICENSE[] SEC("license") = "GPL";
