/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/*
 * The walk through frames of HotSpot: address -> segment map -> CodeBlob -> caller's registers.
 * Nothing runs in the JVM; its live code cache is read. Layout facts come from the JVM's own
 * gHotSpotVMStructs (struct hotspot), frame shapes from the code that HotSpot generates for x86-64.
 */
#pragma once
#include "unwind.h"

#define HOTSPOT_FRAMES 8

/* First four letters of a CodeBlob's name. */
#define NAME_INTERPRETER 0x65746e49 /* Inte */
#define NAME_NMETHOD 0x74656d6e     /* nmet */
#define NAME_NATIVE 0x6974616e      /* nati */
#define NAME_STUBS 0x62757453       /* Stub */
#define NAME_ADAPTER 0x2f433249     /* I2C/ */
#define NAME_VTABLE 0x62617476      /* vtab */

struct blob {
	u64 code;
	s32 frame_words;
	u32 frame_complete;
	u32 name;
};

INLINE int in_code_heap(const struct hotspot *h, u64 address)
{
	for (int i = 0; i < CODE_HEAPS; i++)
		if (address >= h->heaps[i].low && address < h->heaps[i].high)
			return 1;
	return 0;
}

/* The segment map holds, per segment, the distance to the block's first segment (255: free). */
INLINE u64 find_blob(const struct hotspot *h, u64 address)
{
	u64 low = 0, map = 0, segment;
	u32 shift = h->segment_shift & 31;
	u8 back = 0;

	for (int i = 0; i < CODE_HEAPS; i++)
		if (address >= h->heaps[i].low && address < h->heaps[i].high) {
			low = h->heaps[i].low;
			map = h->heaps[i].segmap;
			break;
		}
	if (!low)
		return 0;
	segment = (address - low) >> shift;
	for (int i = 0; i < 14; i++) {
		if (read_user(&back, 1, (void *)(map + segment)) || back == 0xff)
			return 0;
		if (!back)
			return low + (segment << shift) + h->block_header;
		segment -= back;
	}
	return 0;
}

INLINE int read_blob(const struct hotspot *h, u64 address, struct blob *b)
{
	union {
		u64 words[16];
		u32 halves[32];
		u16 quarters[64];
	} head;

	if (read_user(&head, sizeof(head), (void *)address))
		return 1;
	b->frame_words = head.halves[h->blob_frame_size >> 2 & 31];
	b->frame_complete = h->mode & HOTSPOT_FRAME_COMPLETE_16
		? head.quarters[h->blob_frame_complete >> 1 & 63]
		: head.halves[h->blob_frame_complete >> 2 & 31];
	b->code = h->mode & HOTSPOT_CODE_OFFSET_32
		? address + head.halves[h->blob_code >> 2 & 31]
		: head.words[h->blob_code >> 3 & 15];
	return read_user(&b->name, 4, (void *)head.words[h->blob_name >> 3 & 15]);
}

/*
 * Interpreter frame: Method* at rbp-24, saved byte code pointer at rbp-64 (stale in the innermost
 * frame, where r13 is it), caller's rsp at rbp-8. A Method whose constants cannot be read or that
 * does not contain the byte code pointer is none: then rbp was not the frame's.
 */
INLINE u32 interpreter_step(struct walk *w, const struct hotspot *h)
{
	u64 f[10], constants, bci, live;

	if (read_user(f, sizeof(f), (void *)(w->bp - 64)) || f[5] >> 47 ||
	    read_user(&constants, 8, (void *)(f[5] + h->method_const)))
		return END_HOTSPOT;
	constants += h->const_method_size;
	bci = f[0] - constants;
	live = w->r13 - constants;
	if (w->exact && w->words == 1 && live < 0x10000)
		bci = live;
	if (bci >= 0x10000)
		return END_HOTSPOT;
	if (push(w, WORD_INTERPRETED | f[5] >> 3 << 16 | bci))
		return END_TOO_DEEP;
	w->sp = f[7];
	w->bp = f[8];
	w->pc = f[9];
	w->exact = 0;
	return w->pc ? END_NONE : END_ZERO_RETURN;
}

/*
 * Where the CFA lies. Bit 0 of the result: the caller's rbp is at CFA-16 (a CFA is a multiple of 8).
 * Three code bytes before and five at the pc tell how much of a prologue or epilogue has run.
 */
INLINE u64 method_frame(const struct walk *w, const struct blob *b)
{
	u64 full = w->sp + (u64)b->frame_words * 8;
	u8 c[12] = {};

	if (!w->exact)
		return full | 1;
	read_user(c, sizeof(c), (void *)(w->pc - 7));
	if (w->pc - b->code < b->frame_complete) {
		int sub = c[7] == 0x48 && (c[8] == 0x83 || c[8] == 0x81) && c[9] == 0xec;
		int move = c[7] == 0x48 && c[8] == 0x8b && c[9] == 0xec;
		int pushed = c[6] == 0x55 || (c[4] == 0x48 && c[5] == 0x8b && c[6] == 0xec);

		if ((sub || move) && pushed)
			return (w->sp + 16) | 1;
		/* sub rsp first, then mov [rsp+x], rbp: C2 without a stack bang */
		if (c[7] == 0x48 && c[8] == 0x89 && (c[9] == 0x6c || c[9] == 0xac) && c[10] == 0x24)
			return full;
		if ((c[3] == 0x48 && c[4] == 0x83 && c[5] == 0xec) ||
		    (c[0] == 0x48 && c[1] == 0x81 && c[2] == 0xec))
			return full | 1;
		return w->sp + 8;
	}
	if (c[7] == 0x5d) /* pop rbp */
		return (w->sp + 16) | 1;
	if (c[7] == 0xc3 ||                                       /* ret */
	    (c[7] == 0x49 && c[8] == 0x3b && c[9] == 0xa7) ||     /* cmp rsp, [r15+x]: return poll */
	    (c[7] == 0x0f && c[8] == 0x87 && c[6] != 0x0f))       /* ja, of the poll */
		return w->sp + 8;
	return full | 1;
}

/* Stubs that keep rbp; around their first and last instruction it is not yet, or no more, theirs. */
INLINE u64 stub_frame(const struct walk *w)
{
	u8 c[4] = {};

	if (w->exact) {
		read_user(c, sizeof(c), (void *)(w->pc - 1));
		if (c[1] == 0x55 || c[1] == 0xc3)
			return w->sp + 8;
		if (c[0] == 0x55 && c[1] == 0x48 && c[2] == 0x8b && c[3] == 0xec)
			return (w->sp + 16) | 1;
	}
	return (w->bp + 16) | 1;
}

INLINE u64 find_frame(const struct walk *w, const struct hotspot *h, const struct blob *b)
{
	u64 start = w->pc - b->code, saved;

	if (b->name == NAME_NMETHOD || b->name == NAME_NATIVE)
		return method_frame(w, b);
	if (b->name == NAME_STUBS)
		return stub_frame(w);
	if (b->frame_words == -1) { /* C1 runtime stub: push rbp; mov rbp, rsp */
		if (w->exact && !start)
			return w->sp + 8;
		if (w->exact && start < 4)
			return (w->sp + 16) | 1;
		return (w->bp + 16) | 1;
	}
	if (b->name == NAME_ADAPTER || b->name == NAME_VTABLE)
		return w->sp + 8;
	if (b->frame_words == 0)
		return start || !w->exact ? (w->bp + 16) | 1 : w->sp + 8;
	/* Blobs that save all registers: believe rbp while it points into the frame. */
	if (b->frame_words > 0 && w->bp > w->sp &&
	    w->bp - w->sp <= (u64)b->frame_words * 8 + 64 &&
	    !read_user(&saved, 8, (void *)(w->bp + 8)) && in_code_heap(h, saved))
		return (w->bp + 16) | 1;
	return method_frame(w, b);
}

INLINE u32 hotspot_step(struct walk *w, const struct hotspot *h)
{
	u64 address = w->pc - !w->exact, cfa, f[2];
	u64 at = find_blob(h, address);
	struct blob b;
	u32 end;

	if (!at)
		return in_code_heap(h, address) ? END_HOTSPOT : SWITCH_NATIVE;
	if (read_blob(h, at, &b))
		return END_HOTSPOT;
	if (b.name == NAME_INTERPRETER) {
		end = interpreter_step(w, h);
		if (end != END_HOTSPOT || !w->exact)
			return end;
		cfa = w->sp + 8; /* at a method's entry: the frame is not there yet */
	} else {
		cfa = find_frame(w, h, &b);
	}
	if (read_user(f, sizeof(f), (void *)((cfa & ~1ULL) - 16)))
		return END_READ_FAULT;
	if (b.name == NAME_INTERPRETER && !follows_call(f[1]))
		return END_HOTSPOT;
	if (cfa & 1)
		w->bp = f[0];
	w->pc = f[1];
	w->sp = cfa & ~1ULL;
	w->exact = 0;
	return w->pc ? END_NONE : END_ZERO_RETURN;
}

INLINE u32 walk_hotspot(struct walk *w)
{
	u32 tgid = w->sample.tgid;
	struct hotspot *h = map_lookup(&hotspots, &tgid);

	if (!h)
		return END_HOTSPOT;
	for (int i = 0; i < HOTSPOT_FRAMES; i++) {
		u32 end = hotspot_step(w, h);

		if (end)
			return end;
		if (push_address(w))
			return END_TOO_DEEP;
	}
	return SWITCH_HOTSPOT;
}
