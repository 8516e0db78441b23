/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/*
 * For gadgets of your own: a directory with a gadget.yaml and one BPF object needs no Java.
 *
 *   clang --target=bpfel -mcpu=v2 -O2 -g -I DIRECTORY-OF-THIS-FILE -c program.bpf.c -o program.bpf.o
 *   plumbline run ./my-gadget -o folded
 *
 * Names of macros, types and maps are Inspektor Gadget's; they are found by name in the object's
 * BTF. Little-endian x86-64 and arm64, Linux 5.10 and later.
 */
#pragma once

typedef unsigned char __u8;
typedef unsigned short __u16;
typedef unsigned int __u32;
typedef unsigned long long __u64;
typedef signed int __s32;
typedef signed long long __s64;

#define SEC(name) __attribute__((section(name), used))
#define __uint(name, value) int(*name)[value]
#define __type(name, value) __typeof__(value) *name

enum {
	BPF_MAP_TYPE_HASH = 1,
	BPF_MAP_TYPE_STACK_TRACE = 7,
	BPF_MAP_TYPE_LRU_HASH = 9,
	BPF_MAP_TYPE_RINGBUF = 27,
};

#define BPF_NOEXIST 1
#define BPF_F_USER_STACK (1ULL << 8)

static void *(*bpf_map_lookup_elem)(void *map, const void *key) = (void *)1;
static long (*bpf_map_update_elem)(void *map, const void *key, const void *value, __u64 flags) = (void *)2;
static long (*bpf_map_delete_elem)(void *map, const void *key) = (void *)3;
static __u64 (*bpf_ktime_get_ns)(void) = (void *)5;
static __u64 (*bpf_get_current_pid_tgid)(void) = (void *)14;
static __u64 (*bpf_get_current_uid_gid)(void) = (void *)15;
static long (*bpf_get_current_comm)(void *to, __u32 size) = (void *)16;
static long (*bpf_get_stackid)(void *context, void *map, __u64 flags) = (void *)27;
static void *(*bpf_ringbuf_reserve)(void *ring, __u64 size, __u64 flags) = (void *)131;
static void (*bpf_ringbuf_submit)(void *data, __u64 flags) = (void *)132;
static void (*bpf_ringbuf_discard)(void *data, __u64 flags) = (void *)133;

/* A data source over a hash map with structs for key and value: each fetch takes all entries out. */
#define GADGET_MAPITER(name, map) const void *gadget_mapiter_##name##___##map __attribute__((used))

/* A ring buffer of that many bytes, a power of two from 4096 on. */
#define GADGET_TRACER_MAP(name, bytes)                                                             \
	struct {                                                                                   \
		__uint(type, BPF_MAP_TYPE_RINGBUF);                                                \
		__uint(max_entries, bytes);                                                        \
	} name SEC(".maps")

/* A data source over such a ring buffer, whose records are structs of that type: one an event. */
#define GADGET_TRACER(name, map, type)                                                             \
	const struct type *gadget_type_of_##name __attribute__((used));                            \
	const void *gadget_tracer_##name##___##map##___##type __attribute__((used))

/* A constant of the program that users set by a flag: const volatile TYPE NAME = DEFAULT. */
#define GADGET_PARAM(name) const void *gadget_param_##name __attribute__((used))

/* A member NAME_raw of this type makes a field NAME with the frames. */
typedef __u32 gadget_kernel_stack;

/* A member NAME of this type makes a field NAME.symbols with the frames. */
struct gadget_user_stack {
	__u32 stack_id;
	__u32 tgid_level0;
};

struct gadget_creds {
	__u32 uid;
	__u32 gid;
};

/* A member proc of this type makes the fields proc.*; what it lacks is added in user space. */
struct gadget_process {
	char comm[16];
	__u32 pid;
	__u32 tid;
	struct gadget_creds creds;
};

/* Room for an event in a tracer's ring; 0 if the ring is full. Submit or discard it. */
static inline __attribute__((always_inline)) void *gadget_reserve_buf(void *map, __u64 size)
{
	return bpf_ringbuf_reserve(map, size, 0);
}

static inline __attribute__((always_inline)) long gadget_submit_buf(void *context, void *map, void *event, __u64 size)
{
	(void)context, (void)map, (void)size;
	bpf_ringbuf_submit(event, 0);
	return 0;
}

static inline __attribute__((always_inline)) void gadget_discard_buf(void *event)
{
	bpf_ringbuf_discard(event, 0);
}

#define GADGET_STACK_DEPTH 127

struct {
	__uint(type, BPF_MAP_TYPE_STACK_TRACE);
	__uint(key_size, 4);
	__uint(value_size, GADGET_STACK_DEPTH * 8);
	__uint(max_entries, 10000);
} ig_kstack SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_STACK_TRACE);
	__uint(key_size, 4);
	__uint(value_size, GADGET_STACK_DEPTH * 8);
	__uint(max_entries, 10000);
} ig_ustack SEC(".maps");

/* Fills in who runs now. */
static inline __attribute__((always_inline)) void gadget_process_populate(struct gadget_process *process)
{
	__u64 id = bpf_get_current_pid_tgid(), owner = bpf_get_current_uid_gid();

	process->pid = id >> 32;
	process->tid = (__u32)id;
	process->creds.uid = (__u32)owner;
	process->creds.gid = owner >> 32;
	bpf_get_current_comm(process->comm, sizeof(process->comm));
}

/* The kernel stack, where there is one. */
static inline __attribute__((always_inline)) gadget_kernel_stack gadget_get_kernel_stack(void *context)
{
	return bpf_get_stackid(context, &ig_kstack, 0);
}

/* The user stack, as far as frame pointers show it. */
static inline __attribute__((always_inline)) void gadget_get_user_stack(void *context, struct gadget_user_stack *stack)
{
	stack->stack_id = bpf_get_stackid(context, &ig_ustack, BPF_F_USER_STACK);
	stack->tgid_level0 = bpf_get_current_pid_tgid() >> 32;
}
