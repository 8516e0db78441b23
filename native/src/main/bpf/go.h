/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/*
 * From Go's system stack to the goroutine that it works for. A goroutine that needs a larger stack
 * leaves its registers in g.sched, goes to its thread's g0 and clears rbp, so no rule about the
 * stack leads back: the runtime's own records do. The register r14 holds the current g in all Go
 * code; its thread must say so too, else nothing is believed.
 */
#pragma once
#include "unwind.h"

/* Offsets that Go has kept since 1.17: g.m, behind it g.sched with sp and pc; m.g0. */
#define G_M 48
#define M_G0 0

/* In the row's reason: g.sched.sp is that of the call, its return address on top. */
#define GO_LEFT_BY_CALL 0x100

INLINE u32 go_system_step(struct walk *w)
{
	u32 current_at = (w->row >> 45 & 0x3fff) * 8, otherwise = w->row >> 32 & 0xff;
	u64 thread, g0, current, saved[3]; /* m, sp, pc */

	if (read_user(&thread, 8, (void *)(w->r14 + G_M)) ||
	    read_user(&g0, 8, (void *)(thread + M_G0)) ||
	    read_user(&current, 8, (void *)(thread + current_at)))
		return otherwise;
	if (w->r14 != g0 && w->r14 != current)
		return otherwise;
	if (!current)
		return END_GO_MCALL; /* it was put aside: the scheduler looks for the next one */
	if (read_user(saved, sizeof(saved), (void *)(current + G_M)) || saved[0] != thread ||
	    !saved[1] || !saved[2])
		return otherwise;
	if (w->row >> 32 & GO_LEFT_BY_CALL) {
		if (read_user(&saved[2], 8, (void *)saved[1]))
			return otherwise;
		saved[1] += 8;
	}
	w->sp = saved[1];
	w->pc = saved[2];
	w->bp = 0; /* each Go frame saves its caller's */
	w->exact = 0;
	return END_NONE;
}

INLINE u32 walk_go(struct walk *w)
{
	u32 end = go_system_step(w);

	if (end)
		return end;
	return push_address(w) ? END_TOO_DEEP : SWITCH_NATIVE;
}
