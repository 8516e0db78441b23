/* SPDX-License-Identifier: GPL-2.0 */
/* What a user sees of a gadget whose records do not fit its own description. */
#include <gadget.h>

struct start {
	struct gadget_process proc;
	__u64 number;
};

GADGET_TRACER_MAP(events, 1 << 12);
GADGET_TRACER(starts, events, start);

SEC("raw_tp/sched_process_exec")
int on_start(void *context)
{
	__u64 *number = gadget_reserve_buf(&events, sizeof(*number));

	if (!number)
		return 0;
	*number = 1;
	gadget_submit_buf(context, &events, number, sizeof(*number));
	return 0;
}

char LICENSE[] SEC("license") = "GPL";
