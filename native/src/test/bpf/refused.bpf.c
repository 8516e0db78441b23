/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/* A program that no verifier accepts: it reads through a number. */
#include "kernel.h"

SEC("raw_tp/sys_enter")
int reads_anywhere(struct raw_tracepoint_context *context)
{
	return *(int *)context->args[0];
}

char LICENSE[] SEC("license") = "Dual MIT/GPL";
