/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/*
 * Layouts that the Java side reads or writes. Each has one Java class that draws it, and a test
 * that compares the two through BTF.
 */
#pragma once
#include "kernel.h"

/* ---- where the code of a process lies ------------------------------------------------------ */

#define MAPPINGS_PER_PART 128
#define PARTS 8

/* Values of mapping.table that are not the index of an unwinding table. */
enum table_mark {
	TABLE_FRAME_POINTER = 0,
	TABLE_GUESS = 0xfffffffc,
	TABLE_RETURN_PROBE = 0xfffffffd,
	TABLE_PENDING = 0xfffffffe,
	TABLE_HOTSPOT = 0xffffffff,
};

struct mapping {
	u64 start;
	u64 end;
	u64 bias;  /* address of the table's offset 0 */
	u32 table; /* index into tables, or a mark */
	u32 index; /* first chunk of rows (24 bits), log2 of the index page size (8 bits); with
	              TABLE_HOTSPOT the number of the JVM */
};

struct process_key {
	u32 tgid;
	u32 part;
};

/* Executable mappings by ascending start. Part 0 also says where the other parts begin. */
struct process_part {
	u64 start_ticks; /* start of the process in 10 ms ticks since boot; 0: not compared */
	u64 low;         /* this part speaks for [low, high) */
	u64 high;
	u32 count;
	u16 parts;  /* in part 0: number of all parts */
	u16 recent; /* the mapping that was searched for last; of the programs alone */
	u64 part_low[PARTS]; /* beyond the last part: all bits */
	struct mapping mappings[MAPPINGS_PER_PART];
};

#define KNOWN_PAGES 512
#define KNOWN_RULES 256
#define KNOWN_RANGES 64
#define RANGE_SHIFT 12 /* no range is longer than a page of code */

/* Two words that programs on two CPUs may mix: the second says which first one it belongs to. */
struct known_range {
	u64 where; /* tag of owner and page of code (32 bits), first byte in the page (16), bytes (16) */
	u64 rule;  /* check of the first word, and a rule as in a row */
};

/*
 * Rules that the programs have found, a page of memory for each process: sampled again, it finds
 * them in a few lines of one page, where a search touches a dozen of six. Processes whose ids are
 * alike share a page; a tag says whose a rule is. User space only clears it, with a generation that
 * never was: tags from before mean nothing then.
 */
struct known_rules {
	u64 generation; /* changes with the mappings of a process and when it begins another program */
	u64 unused[7];
	struct known_range ranges[KNOWN_RANGES]; /* for addresses that hardly come again: of the innermost frame */
	u64 rules[KNOWN_RULES];                  /* for return addresses */
	u64 filling[120];
};

/* ---- unwinding rows ------------------------------------------------------------------------ */

#define ROWS_PER_CHUNK 256

/*
 * Row: offset of the first pc (bits 0-31), offset of the saved rbp from the CFA divided by 8
 * (bits 32-44, signed, 0: not saved), CFA offset divided by 8 (bits 45-58), kind (bits 59-63).
 */
struct chunk {
	u64 rows[ROWS_PER_CHUNK];
};

enum row_kind {
	ROW_SP = 0,            /* CFA = rsp + offset */
	ROW_BP = 1,            /* CFA = rbp + offset */
	ROW_PLT = 2,           /* CFA = rsp + 8, or + 16 from byte 11 of the 16-byte slot on */
	ROW_STOP = 3,          /* the stack ends here; the CFA field holds the end reason */
	ROW_SIGNAL = 4,        /* rt_sigreturn trampoline: registers are in the ucontext at rsp */
	ROW_REALIGNED = 5,     /* CFA = *(rbp - offset), caller's rbp = *rbp */
	ROW_FRAME_POINTER = 6, /* CFA = rbp + 16, unchecked: foreign code known to keep rbp */
	ROW_GUESS = 7,         /* no rule known: return address on top (innermost), else checked rbp */
	ROW_GO_SYSTEM = 8,     /* Go's system stack: on with the goroutine that the thread runs; the CFA
	                          field holds the offset of m.curg, the rbp field the end reason if that
	                          goroutine is not found, and bit 8 as go.h says */
	ROW_UNKNOWN = 9,       /* in no table: what holds is not known yet; the CFA field says why */
	ROW_LANDING = 10,      /* about to jump to a landing pad: CFA = rsp + offset, and the address that
	                          follows is no return address; the rbp field says more, see below */
};

/* In the rbp field of ROW_LANDING. */
enum landing {
	LANDING_RETURN = 0,   /* the landing pad's address is at CFA - 8, as a return address is */
	LANDING_CFA_CX = 1,   /* likewise, and CFA = rcx + offset */
	LANDING_PC_CX = 2,    /* it is in rcx */
	LANDING_CALLER_DI = 3, /* no landing pad: the return address is in rdi, as in vfork */
};

/* ---- HotSpot ------------------------------------------------------------------------------- */

#define CODE_HEAPS 4
#define JVMS 1024 /* number 0 is nobody's */

enum hotspot_mode {
	HOTSPOT_CODE_OFFSET_32 = 1,    /* CodeBlob has a 32-bit _code_offset, no _code_begin */
	HOTSPOT_FRAME_COMPLETE_16 = 2, /* _frame_complete_offset has 16 bits */
	HOTSPOT_CLASS_NEAR = 4,        /* the first word is the C++ class; all but the name is in 48 bytes */
	HOTSPOT_ALL_NEAR = 8,          /* the name too, in 56 bytes */
};

struct code_heap {
	u64 low;
	u64 high;    /* end of the reserved range: the heap grows inside it */
	u64 segmap;
};

/*
 * What is known of a JVM. Its number stands in the mappings of its code, so that it is found without
 * a search. A number that nobody has leads to no code heap.
 */
struct hotspot {
	struct code_heap heaps[CODE_HEAPS];
	u32 heap_count;
	u32 segment_shift;
	u16 blob_name;           /* offsets in CodeBlob, in bytes, below 128 */
	u16 blob_frame_complete;
	u16 blob_frame_size;
	u16 blob_code;
	u16 block_header;        /* size of HeapBlock's header */
	u16 mode;
	u16 method_const;        /* offset of Method::_constMethod */
	u16 const_method_size;   /* where the byte codes begin in ConstMethod */
	/* Found by the programs; user space clears it. These blobs and names stay as long as the JVM. */
	u64 nmethod_name;        /* address of the name that compiled methods share; 0: none was seen */
	u64 nmethod_class;       /* its first word, for HOTSPOT_CLASS_NEAR */
	u64 interpreter;         /* the interpreter's code as far as it was seen */
	u64 interpreter_size;
};

/* ---- samples ------------------------------------------------------------------------------- */

#define KERNEL_WORDS 127
#define USER_WORDS 512
#define STACK_BYTES 8192
#define RECORD_WORDS 2624 /* 1023 + 3, the stack, and a page that the verifier cannot rule out */

enum end_reason {
	END_NONE = 0,
	END_ROOT = 1,            /* a rule says: outermost frame */
	END_KERNEL_THREAD = 2,   /* there is no user stack */
	END_NOT_SELECTED = 3,    /* the user stack was not asked for */
	END_NO_PROCESS = 4,      /* the process is not (yet) known, or its pid was reused */
	END_NO_MAPPING = 5,      /* pc in no known executable mapping */
	END_NO_TABLE = 6,        /* the table of the mapping is not (yet) there */
	END_UNSUPPORTED_RULE = 7,/* the file states a rule that rows cannot express */
	END_READ_FAULT = 8,      /* user memory is not readable now */
	END_TOO_DEEP = 9,        /* USER_WORDS reached */
	END_TAIL_CALLS = 10,     /* the kernel's limit of tail calls reached */
	END_FRAME_POINTER = 11,  /* the chain of frame pointers ended */
	END_HOTSPOT = 12,        /* a JVM frame could not be read */
	END_RETURN_PROBE = 13,   /* a return probe replaced the return address, and no list has it */
	END_GUESS_FAILED = 14,   /* no rule, and no plausible return address either */
	END_ZERO_RETURN = 15,    /* return address 0 */
	END_COMPAT_MODE = 16,    /* 32-bit code */
	END_GO_SYSTEMSTACK = 17, /* Go's system stack, and the goroutine that it works for was not found */
	END_GO_MCALL = 18,       /* root of Go's scheduler, which works for no goroutine */
	END_NO_REGISTERS = 19,   /* the kernel's copy of the user registers is not readable */
	SWITCH_NATIVE = 0x100,   /* not a reason: go on with the other walker */
	SWITCH_HOTSPOT = 0x101,
	SWITCH_GO = 0x102,
	SWITCH_RETURN_PROBE = 0x103,
};

/* The four top bits of a user word. */
#define WORD_RETURN_ADDRESS (0ULL << 60)
#define WORD_EXACT_ADDRESS (4ULL << 60)  /* innermost, or interrupted by a signal */
#define WORD_INTERPRETED (8ULL << 60)    /* Method* / 8 (44 bits), bci (16 bits) */

enum sample_flag {
	SAMPLE_HAS_STACK = 1,    /* registers and a copy of the stack follow the words */
	SAMPLE_EXACT_PC = 2,     /* the pc where the walk stopped is no return address */
	SAMPLE_KERNEL_MODE = 4,  /* the CPU was in the kernel */
};

struct sample {
	u64 time_ns; /* CLOCK_MONOTONIC */
	u64 cgroup_id;
	u64 start_ns; /* CLOCK_BOOTTIME, of the process; 0: not readable */
	u64 value;    /* weight in the unit of the source: nanoseconds for the CPU clock */
	u32 tgid;
	u32 tid;
	u32 cpu;
	u16 source;
	u16 flags;
	u16 kernel_words;
	u16 user_words;
	u16 end_reason;
	u16 stack_bytes;
	char comm[16];
	u64 words[RECORD_WORDS]; /* kernel, user, then pc, sp, bp, stack if SAMPLE_HAS_STACK */
};

/* ---- process lifecycle --------------------------------------------------------------------- */

enum lifecycle_kind {
	LIFECYCLE_FORK = 1,
	LIFECYCLE_EXEC = 2,
	LIFECYCLE_EXIT = 3,
};

struct lifecycle {
	u64 time_ns;
	u64 cgroup_id;
	u64 start_ns;
	u32 kind;
	u32 tgid;
	u32 parent_tgid; /* of a fork */
	u32 copied;      /* of a fork: parts copied from the parent */
	char comm[16];
};

/* ---- counters ------------------------------------------------------------------------------ */

enum counter {
	COUNT_IDLE = 0,
	COUNT_SAMPLES = 1,       /* left to the reader of the ring: one line of memory less a sample */
	COUNT_LOST = 2,          /* ring full */
	COUNT_FILTERED = 3,
	COUNT_STACKS = 4,        /* stack copies sent */
	COUNT_STACKS_LIMITED = 5,
	COUNT_LIFECYCLE_LOST = 6,
	COUNT_FORK_COPIES = 7,
	COUNT_FORK_COPY_FAILED = 8,
	COUNTERS = 16,
};
