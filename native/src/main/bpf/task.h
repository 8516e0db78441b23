/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/*
 * Fields of kernel structures by offsets that the loader takes from the kernel's BTF: works where
 * the kernel itself cannot relocate (before 5.17). An offset of 0xffff means: there is no such field.
 */
#pragma once
#include "kernel.h"

#define NO_FIELD 0xffff

const volatile u32 cfg_kernel_reads = 1; /* 0 under lockdown=confidentiality */
const volatile u32 cfg_task_tgid = NO_FIELD;
const volatile u32 cfg_task_pid = NO_FIELD;
const volatile u32 cfg_task_comm = NO_FIELD;
const volatile u32 cfg_task_flags = NO_FIELD;
const volatile u32 cfg_task_group_leader = NO_FIELD;
const volatile u32 cfg_task_start_boottime = NO_FIELD;

#define TASK_IS_KERNEL_THREAD 0x00200000

INLINE u64 task_word(u64 task, u32 offset)
{
	u64 value = 0;

	if (cfg_kernel_reads && offset != NO_FIELD)
		read_kernel(&value, sizeof(value), (void *)(task + offset));
	return value;
}

INLINE u32 task_half(u64 task, u32 offset)
{
	u32 value = 0;

	if (cfg_kernel_reads && offset != NO_FIELD)
		read_kernel(&value, sizeof(value), (void *)(task + offset));
	return value;
}

/* Start of the task's process, or 0. */
INLINE u64 process_start(u64 task)
{
	u64 leader = task_word(task, cfg_task_group_leader);

	return leader ? task_word(leader, cfg_task_start_boottime) : 0;
}
