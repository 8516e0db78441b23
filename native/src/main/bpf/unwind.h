/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/*
 * The walk through native frames: address -> mapping -> row -> caller's registers. One program run
 * does NATIVE_FRAMES frames and then tail-calls itself, which the kernel allows 33 times: enough for all
 * words that a sample has room for. More frames a run would cost more of the verifier's time at the start.
 */
#pragma once
#include "process_maps.h"

#define NATIVE_FRAMES 16

const volatile u32 cfg_native_frames = NATIVE_FRAMES; /* less where a verifier gives up */
const volatile u32 cfg_frame_pointers_only = 0;       /* last resort: no tables at all */

struct {
	MAP_UINT(type, MAP_ARRAY_OF_MAPS);
	MAP_UINT(max_entries, 4096);
	MAP_UINT(key_size, sizeof(u32));
	MAP_UINT(value_size, sizeof(u32));
	/* Sizes and no types: clang 14 emits a type that only an inner map names as a declaration. */
	MAP_VALUES(values, struct {
		MAP_UINT(type, MAP_ARRAY);
		MAP_UINT(map_flags, F_INNER_MAP);
		MAP_UINT(max_entries, 1);
		MAP_UINT(key_size, sizeof(u32));
		MAP_UINT(value_size, ROWS_PER_CHUNK * sizeof(u64));
	});
} tables SEC(".maps");

/* State of one CPU's walk; it outlives the tail calls. */
struct walk {
	u64 limit_window_ns;
	u32 limit_count;
	u32 mapping_table;  /* the mapping of the frame before */
	u32 mapping_index;
	u32 unasked_bytes;  /* sent since the ring was asked how full it is */
	u64 mapping_of;     /* time of the walk that found it */
	u64 mapping_start;
	u64 mapping_size;
	u64 mapping_bias;
	/* From here on each walk needs all of it: few lines of memory, side by side. */
	u64 ax;  /* of the innermost frame: where HotSpot's adapters keep the return address */
	u64 dx;  /* of the innermost frame: where C2's exceptions come from */
	u64 r13; /* of the innermost frame: the JVM interpreter's byte code pointer */
	u64 r14; /* of the innermost frame: Go's current g */
	u64 cx;  /* of the innermost frame, or of one that a signal interrupted */
	u64 di;  /* likewise */
	u64 pc;
	u64 sp;
	u64 bp;
	u32 words;
	u32 exact; /* pc is where the thread is, no return address */
	u64 row;   /* that led to another walker */
	u64 start_ticks; /* of the process, as in process_part; 0: not compared */
	struct sample sample;
};

/* Appends a word to the user stack; nonzero when there is no room. */
INLINE int push(struct walk *w, u64 word)
{
	u32 at = w->sample.kernel_words & 127;

	if (w->words >= USER_WORDS)
		return 1;
	at += w->words;
	asm volatile("" : "+r"(at)); /* keeps the bound in one register, for the verifier */
	w->sample.words[at & 1023] = word;
	w->words++;
	return 0;
}

INLINE int push_address(struct walk *w)
{
	return push(w, w->pc | (w->exact ? WORD_EXACT_ADDRESS : WORD_RETURN_ADDRESS));
}

/* A return address has a call before it: e8 rel32, or ff /2 of 2, 3, 4, 6 or 7 bytes. */
INLINE int follows_call(u64 address)
{
	u8 b[8];

	if (address >> 47 || read_user(b, 7, (void *)(address - 7)))
		return 0;
	return b[2] == 0xe8 || (b[5] == 0xff && (b[6] & 0x38) == 0x10) ||
	       (b[4] == 0xff && (b[5] & 0x38) == 0x10) || (b[3] == 0xff && (b[4] & 0x38) == 0x10) ||
	       (b[1] == 0xff && (b[2] & 0x38) == 0x10) || (b[0] == 0xff && (b[1] & 0x38) == 0x10);
}

/*
 * All bits if a <= b, else none; both below 2^63. A search of sorted values needs no branches with it:
 * nobody can predict them, and each doubles what the verifier has to walk through.
 */
INLINE u64 at_most(u64 a, u64 b)
{
	s64 mask = (s64)(a - b - 1) >> 63;

	asm volatile("" : "+r"(mask)); /* else clang makes branches of it */
	return mask;
}

/* What stands for a row where no rule leads on; the reason may be to go on with another walker. */
INLINE u64 ending(u32 kind, u32 reason)
{
	return (u64)kind << 59 | (u64)reason << 45;
}

/* A rule and the addresses that it holds for. */
struct found_rule {
	u64 row;
	u64 from;
	u64 to;
};

/*
 * The row of an offset. Index slots hold (first row << 16 | rows); a page has at most
 * ROWS_PER_CHUNK rows, so two chunks always hold them: three helper calls at most, whatever the size.
 */
INLINE void find_row(void *table, u32 index, u64 offset, struct found_rule *found)
{
	u32 shift = index >> 24 & 31;
	u32 page = offset >> shift;
	u32 at = page / ROWS_PER_CHUNK;
	struct chunk *chunk = map_lookup(table, &at), *next;
	u64 slot, first, low, high, last;

	found->row = ending(ROW_UNKNOWN, END_NO_TABLE);
	if (!chunk)
		return;
	slot = chunk->rows[page % ROWS_PER_CHUNK];
	first = slot >> 16;
	high = slot & 0xffff;
	at = (index & 0xffffff) + first / ROWS_PER_CHUNK;
	chunk = map_lookup(table, &at);
	if (!chunk || !high)
		return;
	found->to = (u64)(page + 1) << shift;
	low = first % ROWS_PER_CHUNK;
	high += low;
	if (high > ROWS_PER_CHUNK) {
		at++;
		next = map_lookup(table, &at);
		if (next && (u32)next->rows[0] <= (u32)offset) {
			chunk = next;
			low = 0;
			high -= ROWS_PER_CHUNK;
		} else {
			if (next)
				found->to = (u32)next->rows[0];
			high = ROWS_PER_CHUNK;
		}
	}
	last = high;
#pragma unroll
	for (int i = 0; i < 8; i++) { /* once it is found, a round changes nothing */
		u64 middle = (low + high) >> 1;
		u64 before = at_most((u32)chunk->rows[middle % ROWS_PER_CHUNK], (u32)offset);

		low += (middle - low) & before;
		high -= (high - middle) & ~before;
	}
	found->row = chunk->rows[low % ROWS_PER_CHUNK];
	found->from = (u32)found->row;
	if (high < last)
		found->to = (u32)chunk->rows[high % ROWS_PER_CHUNK];
}

INLINE struct mapping *find_mapping(struct process_part *part, u64 address)
{
	u64 low = 0, high = part->count;
	struct mapping *m;

#pragma unroll
	for (int i = 0; i < 8; i++) { /* once it is found, a round changes nothing */
		u64 middle = (low + high) >> 1;
		/* Halves keep every address below 2^63, and starts are even. */
		u64 before = at_most(part->mappings[middle % MAPPINGS_PER_PART].start >> 1, address >> 1);

		before &= at_most(middle + 1, high);
		low += (middle + 1 - low) & before;
		high -= (high - middle) & ~before;
	}
	if (!low)
		return 0;
	m = &part->mappings[(low - 1) % MAPPINGS_PER_PART];
	return address < m->end ? m : 0;
}

/*
 * Frames that follow each other mostly lie in one mapping, so that of the frame before is tried first,
 * then the one that was searched for last: a search touches a line of memory in each of its first
 * rounds. 0: the address is in no mapping.
 */
INLINE int enter_mapping(struct walk *w, struct process_part *part, u64 address)
{
	struct mapping *m;

	if (w->mapping_of == w->sample.time_ns && address - w->mapping_start < w->mapping_size)
		return 1;
	m = &part->mappings[part->recent % MAPPINGS_PER_PART];
	if (address - m->start >= m->end - m->start) {
		m = find_mapping(part, address);
		if (!m)
			return 0;
		part->recent = m - part->mappings;
	}
	w->mapping_of = w->sample.time_ns;
	w->mapping_start = m->start;
	w->mapping_size = m->end - m->start;
	w->mapping_bias = m->bias;
	w->mapping_table = m->table;
	w->mapping_index = m->index;
	return 1;
}

/* None if the entry is that of an earlier process with the same id. */
INLINE struct process_part *find_first_part(const struct walk *w)
{
	struct process_key key = { .tgid = w->sample.tgid };
	struct process_part *part = map_lookup(&processes, &key);

	if (!part || (part->start_ticks && w->start_ticks && part->start_ticks != w->start_ticks))
		return 0;
	return part;
}

/* The part of the process's mappings that speaks for the address. */
INLINE struct process_part *find_part(const struct walk *w, u64 address)
{
	struct process_key key = { .tgid = w->sample.tgid };
	struct process_part *first = find_first_part(w);

	if (!first || first->parts <= 1)
		return first;
#pragma unroll
	for (u32 i = 1; i < PARTS; i++)
		key.part -= at_most(first->part_low[i] >> 1, address >> 1);
	return key.part ? map_lookup(&processes, &key) : first;
}

INLINE int is_code(struct walk *w, u64 address)
{
	struct process_part *part = find_part(w, address);

	return part && enter_mapping(w, part, address);
}

/*
 * What has no rule: the return address is on top in a leaf, else rbp is believed after checks. Data may
 * look like a call too, so the top is believed first only where it points into known code.
 */
INLINE u32 guess_step(struct walk *w)
{
	u64 saved[2], top;
	int is_leaf = w->exact && !read_user(&top, 8, (void *)w->sp) && follows_call(top);

	if (!is_leaf || !is_code(w, top - 1)) {
		if (w->bp >= w->sp && w->bp - w->sp <= 1 << 20 && !(w->bp & 7) &&
		    !read_user(saved, sizeof(saved), (void *)w->bp) && follows_call(saved[1])) {
			w->sp = w->bp + 16;
			w->bp = saved[0];
			w->pc = saved[1];
			w->exact = 0;
			return END_NONE;
		}
		if (!is_leaf)
			return END_GUESS_FAILED;
	}
	w->pc = top;
	w->sp += 8;
	w->exact = 0;
	return END_NONE;
}

INLINE u32 frame_pointer_step(struct walk *w)
{
	u64 saved[2];

	if (!w->bp || read_user(saved, 16, (void *)w->bp))
		return END_FRAME_POINTER;
	w->sp = w->bp + 16;
	w->bp = saved[0];
	w->pc = saved[1];
	w->exact = 0;
	return w->pc ? END_NONE : END_FRAME_POINTER;
}

/*
 * ucontext of x86-64: general registers at 40, there rdi is the 9th, rbp the 11th, rcx, rsp and rip the
 * 15th to 17th.
 */
INLINE u32 signal_step(struct walk *w)
{
	u64 saved[17];

	if (read_user(saved, sizeof(saved), (void *)(w->sp + 40)))
		return END_READ_FAULT;
	w->di = saved[8];
	w->bp = saved[10];
	w->cx = saved[14];
	w->sp = saved[15];
	w->pc = saved[16];
	w->exact = 1;
	return END_NONE;
}

/*
 * The last instructions of an unwinder that has found who catches: it leaves its own frame, and all
 * between, for a landing pad. What it jumps to is where the thread will be, not behind a call. And
 * vfork, which keeps its return address in rdi: the child uses the stack above while it waits.
 */
INLINE u32 landing_step(struct walk *w, u64 offset, u32 landing)
{
	u64 cfa = (landing == LANDING_CFA_CX ? w->cx : w->sp) + offset;
	u64 pc = landing == LANDING_CALLER_DI ? w->di : w->cx;

	if (!w->exact) /* nothing is called there, so the registers are what they were */
		return END_UNSUPPORTED_RULE;
	if (landing < LANDING_PC_CX && read_user(&pc, 8, (void *)(cfa - 8)))
		return END_READ_FAULT;
	w->exact = landing != LANDING_CALLER_DI;
	w->sp = cfa;
	w->pc = pc;
	return pc ? END_NONE : END_ZERO_RETURN;
}

/* What holds at an address, by the mapping and its table. */
INLINE void find_rule(struct walk *w, u64 address, struct found_rule *found)
{
	struct process_part *part = find_part(w, address);
	void *table;
	u32 at;

	found->row = ending(ROW_UNKNOWN, part ? END_NO_MAPPING : END_NO_PROCESS);
	if (!part || !enter_mapping(w, part, address))
		return;
	at = w->mapping_table;
	found->from = 0; /* marks hold for the whole mapping */
	found->to = -1ULL;
	if (at == TABLE_HOTSPOT) {
		found->row = ending(ROW_STOP, SWITCH_HOTSPOT) | (u64)(w->mapping_index & 0x1fff) << 32;
	} else if (at == TABLE_PENDING) {
		found->row = ending(ROW_UNKNOWN, END_NO_TABLE);
	} else if (at == TABLE_RETURN_PROBE) {
		found->row = ending(ROW_STOP, SWITCH_RETURN_PROBE);
	} else if (at == TABLE_GUESS) {
		found->row = ending(ROW_GUESS, 0);
	} else if (at == TABLE_FRAME_POINTER || cfg_frame_pointers_only) {
		found->row = ending(ROW_FRAME_POINTER, 0);
	} else {
		table = map_lookup(&tables, &at);
		found->row = ending(ROW_UNKNOWN, END_NO_TABLE);
		if (!table)
			return;
		find_row(table, w->mapping_index, address - w->mapping_bias, found);
		found->from += w->mapping_bias;
		found->to += w->mapping_bias;
	}
}

#define SPREAD 0x9e3779b97f4a7c15ULL /* makes the upper bits of a product depend on all bits */

/* Tells processes apart, and what is known now from what was known before a change. */
INLINE u64 owner_of(const struct walk *w, const struct known_rules *known)
{
	return ((known->generation * SPREAD ^ w->sample.tgid) * SPREAD ^ w->start_ticks) * SPREAD;
}

/* Belongs to the first word of a range; nothing that is empty has it. */
INLINE u32 check_of(u64 where)
{
	return where * SPREAD >> 32 | 1;
}

/* Four ranges, by the page of code alone: they can be fetched before it is known whose they are. */
INLINE struct known_range *ranges_of(struct known_rules *known, u64 address)
{
	return &known->ranges[(address >> RANGE_SHIFT) * SPREAD >> 60 << 2 & (KNOWN_RANGES - 4)];
}

/*
 * The rule of a range that has the address, above something that is not 0; 0: there is none. Without
 * branches for the verifier's sake, which has to follow both sides of each.
 */
INLINE u64 known_in_range(const struct known_range *set, u64 hash, u64 address)
{
	u64 at = address & ((1 << RANGE_SHIFT) - 1), found = 0;

#pragma unroll
	for (int i = 0; i < 4; i++) {
		u64 where = set[i].where, rule = set[i].rule;
		u64 differs = ((u32)where ^ (u32)(hash >> 24)) | ((u32)rule ^ check_of(where));
		u64 behind = at - (where >> 32 & 0xffff); /* its first byte; below 0: before it */
		s64 mask = (s64)(~behind & (behind - (where >> 48)) & (differs - 1)) >> 63;

		asm volatile("" : "+r"(mask)); /* else clang makes branches of it */
		found |= rule & mask;
	}
	return found;
}

INLINE void remember_range(struct walk *w, struct known_range *set, u64 hash, u64 address,
			   const struct found_rule *found)
{
	u64 page = address >> RANGE_SHIFT << RANGE_SHIFT, where;
	u64 from = found->from > page ? found->from - page : 0;
	u64 to = found->to - page < 1 << RANGE_SHIFT ? found->to - page : 1 << RANGE_SHIFT;

	if (address - page < from || address - page >= to)
		return;
	set += w->sample.time_ns >> 8 & 3; /* any of the four: time is as good as chance */
	where = (to - from) << 48 | from << 32 | (hash >> 24 & 0xffffffff);
	set->where = where;
	set->rule = found->row >> 32 << 32 | check_of(where);
}

/*
 * The rule of an address. Most return addresses of a stack were on a stack of their process before,
 * and what held there is known: a slot is one word, so that two programs cannot mix theirs, a part of
 * the hash and above it the rule as in a row. Innermost addresses are hardly met twice: for them it is
 * known how far a rule holds.
 */
INLINE u64 rule_of(struct walk *w, struct known_rules *known, u64 owner, u64 address)
{
	u64 hash = (address ^ owner) * SPREAD;
	u64 range_hash = (~(address >> RANGE_SHIFT) ^ owner) * SPREAD;
	u64 *slots = &known->rules[hash >> 57 << 1 & (KNOWN_RULES - 2)];
	struct known_range *set = ranges_of(known, address);
	u64 tag = (hash >> 24 & 0xffffffff) | 1, row; /* an empty slot has none */
	struct found_rule found;

	if (!w->exact) {
		row = slots[0];
		if ((u32)row == (u32)tag)
			return row;
		row = slots[1];
		if ((u32)row == (u32)tag)
			return row;
	}
	row = known_in_range(set, range_hash, address);
	if (RARELY(!row)) {
		find_rule(w, address, &found);
		row = found.row;
		if (row >> 59 == ROW_UNKNOWN)
			return row;
		if (w->exact)
			remember_range(w, set, range_hash, address, &found);
	}
	if (RARELY(!w->exact)) {
		slots[1] = slots[0];
		slots[0] = row >> 32 << 32 | tag;
	}
	return row;
}

/* One frame outwards: END_NONE, or why not. */
INLINE u32 native_step(struct walk *w, struct known_rules *known, u64 owner)
{
	u64 row = rule_of(w, known, owner, w->pc - !w->exact);
	u64 cfa, offset, saved[2] = { w->bp }; /* rbp and the return address */
	u32 kind = row >> 59;
	s32 bp_offset = (s32)(row >> 13) >> 19; /* bits 32-44, with their sign */

	offset = (row >> 45 & 0x3fff) * 8;
	switch (kind) {
	case ROW_SP:
		cfa = w->sp + offset;
		break;
	case ROW_BP:
		cfa = w->bp + offset;
		break;
	case ROW_PLT:
		cfa = w->sp + 8 + ((w->pc & 15) >= 11) * 8;
		break;
	case ROW_REALIGNED:
		if (read_user(&cfa, 8, (void *)(w->bp - offset)))
			return END_READ_FAULT;
		break;
	case ROW_STOP:
	case ROW_UNKNOWN:
		w->row = row;
		return offset / 8 & 0x1ff;
	case ROW_SIGNAL:
		return signal_step(w);
	case ROW_FRAME_POINTER:
		return frame_pointer_step(w);
	case ROW_GUESS:
		return guess_step(w);
	case ROW_GO_SYSTEM:
		w->row = row;
		return SWITCH_GO;
	case ROW_LANDING:
		return landing_step(w, offset, bp_offset);
	default:
		return END_UNSUPPORTED_RULE;
	}
	if (bp_offset == -2) { /* below the return address, as mostly */
		if (read_user(saved, sizeof(saved), (void *)(cfa - 16)))
			return END_READ_FAULT;
	} else {
		if ((bp_offset || kind == ROW_REALIGNED) &&
		    read_user(saved, 8, (void *)(bp_offset ? cfa + (s64)bp_offset * 8 : w->bp)))
			return END_READ_FAULT;
		if (read_user(saved + 1, 8, (void *)(cfa - 8)))
			return END_READ_FAULT;
	}
	w->bp = saved[0];
	w->pc = saved[1];
	w->sp = cfa;
	w->exact = 0;
	return w->pc ? END_NONE : END_ZERO_RETURN;
}

INLINE u32 walk_native(struct walk *w)
{
	struct known_rules *known = known_of(w->sample.tgid);
	u64 owner;

	if (!known)
		return END_NO_PROCESS;
	owner = owner_of(w, known);
	for (int i = 0; i < NATIVE_FRAMES; i++) {
		u32 end;

		if ((u32)i >= cfg_native_frames)
			break;
		end = native_step(w, known, owner);
		if (end)
			return end;
		if (push_address(w))
			return END_TOO_DEEP;
	}
	return SWITCH_NATIVE;
}
