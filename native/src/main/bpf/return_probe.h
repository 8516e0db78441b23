/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/*
 * Across a return probe: it has put a trampoline's address in the place of the return address. The
 * kernel keeps the true one in a list of the thread, innermost first, with the stack pointer at the
 * function's entry, where the return address lay. Several probes of one function make an entry each;
 * all but one of them have the trampoline's address again.
 */
#pragma once
#include "task.h"
#include "unwind.h"

const volatile u32 cfg_task_utask = NO_FIELD;      /* task_struct.utask */
const volatile u32 cfg_utask_returns = NO_FIELD;   /* uprobe_task.return_instances */
const volatile u32 cfg_return_stack = NO_FIELD;    /* return_instance.stack, likewise below */
const volatile u32 cfg_return_address = NO_FIELD;  /* orig_ret_vaddr */
const volatile u32 cfg_return_next = NO_FIELD;     /* next */

#define MOST_RETURNS 32 /* the kernel nests up to 64 */
#define PAGE_SHIFT 12
#define TRAMPOLINE_STACK 32 /* bytes that the trampoline pushes, and a return address */

INLINE u32 return_probe_step(struct walk *w)
{
	u64 utask = task_word(current_task(), cfg_task_utask);
	u64 entry = utask ? task_word(utask, cfg_utask_returns) : 0, top;

	for (int i = 0; i < MOST_RETURNS; i++) {
		u64 stack, address;

		if (!entry)
			break;
		stack = task_word(entry, cfg_return_stack);
		address = task_word(entry, cfg_return_address);
		entry = task_word(entry, cfg_return_next);
		if (address >> PAGE_SHIFT == w->pc >> PAGE_SHIFT || !address)
			continue;
		/* Inside the trampoline, or at the entry of a probed function, some words lie above it. */
		if (stack + 8 - w->sp > (w->exact ? TRAMPOLINE_STACK : 0))
			continue;
		if (!w->exact && w->words)
			w->words--; /* the trampoline called nobody */
		w->pc = address;
		w->sp = stack + 8;
		w->exact = 0;
		return END_NONE;
	}
	/* A copied instruction at a function's entry, or the trampoline's own return. */
	if (w->exact && !read_user(&top, sizeof(top), (void *)w->sp) && follows_call(top)) {
		w->pc = top;
		w->sp += 8;
		w->exact = 0;
		return END_NONE;
	}
	return END_RETURN_PROBE;
}

INLINE u32 walk_return_probe(struct walk *w)
{
	u32 end = return_probe_step(w);

	if (end)
		return end;
	return push_address(w) ? END_TOO_DEEP : SWITCH_NATIVE;
}
