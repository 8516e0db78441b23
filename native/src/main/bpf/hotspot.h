/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/*
 * The walk through frames of HotSpot: address -> segment map -> CodeBlob -> caller's registers.
 * Nothing runs in the JVM; its live code cache is read. Layout facts come from the JVM's own
 * gHotSpotVMStructs (struct hotspot), frame shapes from the code that HotSpot generates for x86-64.
 */
#pragma once
#include "unwind.h"

#define HOTSPOT_FRAMES 16
#define BLOB_BYTES 112 /* with the block's header of 16 they are two lines of memory */

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
	u32 pushed; /* bytes that the caller pushed for the call and takes back itself */
};

/* Halves keep every address below 2^63, and the bounds of heaps are even. */
INLINE int in_code_heap(const struct hotspot *h, u64 address)
{
	u64 inside = 0;

#pragma unroll
	for (int i = 0; i < CODE_HEAPS; i++)
		inside |= at_most(h->heaps[i].low >> 1, address >> 1) & ~at_most(h->heaps[i].high >> 1, address >> 1);
	return inside != 0;
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

union blob_head {
	u64 words[16];
	u32 halves[32];
	u16 quarters[64];
};

/*
 * The beginning of a blob lies in one line of memory with the block's header. Where the name lies
 * beyond it, the C++ class tells a compiled method, as soon as one was seen: all of them have one name.
 */
INLINE int read_blob(struct hotspot *h, u64 address, struct blob *b)
{
	union blob_head head = {};
	u64 name;

	if (h->mode & HOTSPOT_CLASS_NEAR && read_user(&head, 48, (void *)address))
		return 1;
	if (h->mode & HOTSPOT_ALL_NEAR && read_user(&head, 56, (void *)address))
		return 1;
	name = h->nmethod_name;
	if (!(h->mode & HOTSPOT_CLASS_NEAR && name && head.words[0] == h->nmethod_class)) {
		if (!(h->mode & HOTSPOT_ALL_NEAR) && read_user(&head, BLOB_BYTES, (void *)address))
			return 1;
		name = head.words[h->blob_name >> 3 & 15];
	}
	b->frame_words = head.halves[h->blob_frame_size >> 2 & 31];
	b->frame_complete = h->mode & HOTSPOT_FRAME_COMPLETE_16
		? head.quarters[h->blob_frame_complete >> 1 & 63]
		: head.halves[h->blob_frame_complete >> 2 & 31];
	b->code = h->mode & HOTSPOT_CODE_OFFSET_32
		? address + head.halves[h->blob_code >> 2 & 31]
		: head.words[h->blob_code >> 3 & 15];
	if (name == h->nmethod_name && name) {
		b->name = NAME_NMETHOD;
		return 0;
	}
	if (read_user(&b->name, 4, (void *)name))
		return 1;
	if (b->name == NAME_NMETHOD) {
		h->nmethod_class = head.words[0];
		h->nmethod_name = name;
	}
	return 0;
}

/*
 * The interpreter is one large blob, whose beginning takes a long walk over the segment map: what
 * lies between its beginning and an address that was found in it is in it too.
 */
INLINE u32 read_blob_of(struct hotspot *h, u64 address, struct blob *b)
{
	u64 at;

	if (address - h->interpreter < h->interpreter_size) {
		b->name = NAME_INTERPRETER;
		return END_NONE;
	}
	at = find_blob(h, address);
	if (!at)
		return in_code_heap(h, address) ? END_HOTSPOT : SWITCH_NATIVE;
	if (read_blob(h, at, b))
		return END_HOTSPOT;
	if (b->name == NAME_INTERPRETER) {
		h->interpreter = at;
		h->interpreter_size = address - at + 1;
	}
	return END_NONE;
}

/*
 * Interpreter frame: Method* at rbp-24, saved byte code pointer at rbp-64 (stale in the innermost
 * frame, where r13 is it), caller's rsp at rbp-8. A Method whose constants cannot be read or that
 * does not contain the byte code pointer is none: then rbp was not the frame's. Native methods have
 * no byte codes and a null pointer to them.
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
	if (!f[0])
		bci = 0;
	else if (w->exact && w->words == 1 && live < 0x10000)
		bci = live;
	if (bci >= 0x10000)
		return END_HOTSPOT;
	if (w->words)
		w->words--; /* takes the place of the address, which says nothing */
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
 * Code bytes before and at the pc tell how much of a prologue or epilogue has run.
 */
struct code_bytes {
	u64 far;    /* from 16 bytes before the pc on */
	u64 before; /* from 8 before it on */
	u64 at;
};

/* The first three bytes of code; compared as a number, whose lowest byte is the first one. */
INLINE u32 three(u64 code)
{
	return code & 0xffffff;
}

/* sub rsp, imm8 or imm32. */
INLINE int is_sub_rsp(u64 code)
{
	return (code & 0xfffdff) == 0xec8148;
}

/* mov rbp, rsp. */
INLINE int is_move_to_rbp(u64 code)
{
	return three(code) == 0xec8b48;
}

INLINE int after_sub_rsp(const struct code_bytes *c)
{
	return three(c->before >> 32) == 0xec8348 || three(c->before >> 8) == 0xec8148;
}

/* cmp [r15+x], imm32: the entry barrier, which runs when the frame is complete. */
INLINE int after_barrier(const struct code_bytes *c)
{
	return three(c->before) == 0x7f8141 || three(c->far >> 40) == 0xbf8141;
}

/* cmp rsp, [r15+x]: the poll before a return. */
INLINE int is_return_poll(u64 code)
{
	return (code & 0x3fffff) == 0x273b49;
}

INLINE u64 method_frame(const struct walk *w, const struct blob *b)
{
	u64 full = w->sp + (u64)b->frame_words * 8;
	struct code_bytes c = {};

	if (!b->frame_words) /* native signature handlers: leaves */
		return w->sp + 8;
	if (!w->exact)
		return full | 1;
	read_user(&c, sizeof(c), (void *)(w->pc - 16));
	if (w->pc - b->code < b->frame_complete) {
		if ((is_sub_rsp(c.at) || is_move_to_rbp(c.at)) &&
		    (c.before >> 56 == 0x55 || is_move_to_rbp(c.before >> 40)))
			return (w->sp + 16) | 1;
		/* sub rsp first, then mov [rsp+x], rbp: C2 without a stack bang */
		if ((c.at & 0xff3fffff) == 0x242c8948)
			return full;
		if (after_sub_rsp(&c) || after_barrier(&c))
			return full | 1;
		return w->sp + 8;
	}
	if ((c.at & 0xff) == 0x5d) /* pop rbp */
		return (w->sp + 16) | 1;
	if ((c.at & 0xff) == 0xc3 || is_return_poll(c.at))
		return w->sp + 8;
	/* ja, of the poll */
	if ((c.at & 0xffff) == 0x870f && (is_return_poll(c.before >> 32) || is_return_poll(c.before >> 8)))
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

/*
 * Stubs of C1: most begin with push rbp; mov rbp, rsp. The other (the slow subtype check) pushes
 * registers, so its return address is the first word that points into the code cache; its caller
 * pushed two words before the call.
 */
INLINE u64 runtime_stub_frame(const struct walk *w, const struct hotspot *h, struct blob *b)
{
	u64 start = w->pc - b->code, words[12];
	u32 head = 0, at;

	read_user(&head, sizeof(head), (void *)b->code);
	if ((head & 0xff) != 0x55) {
		if (read_user(words, sizeof(words), (void *)w->sp))
			return w->sp + 8;
		for (at = 0; at < 11; at++)
			if (in_code_heap(h, words[at]))
				break;
		b->pushed = 16;
		return w->sp + 8 + at * 8;
	}
	if (w->exact && !start)
		return w->sp + 8;
	if (w->exact && start < 4)
		return (w->sp + 16) | 1;
	return (w->bp + 16) | 1;
}

INLINE u64 find_frame(const struct walk *w, const struct hotspot *h, struct blob *b)
{
	u64 start = w->pc - b->code, saved;

	if (b->name == NAME_NMETHOD || b->name == NAME_NATIVE)
		return method_frame(w, b);
	if (b->name == NAME_STUBS)
		return stub_frame(w);
	if (b->frame_words == -1)
		return runtime_stub_frame(w, h, b);
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

INLINE u32 hotspot_step(struct walk *w, struct hotspot *h)
{
	u64 address = w->pc - !w->exact, cfa, f[2];
	struct blob b = {};
	u32 end = read_blob_of(h, address, &b);

	if (end)
		return end;
	if (b.name == NAME_INTERPRETER) {
		end = interpreter_step(w, h);
		if (end != END_HOTSPOT || !w->exact)
			return end;
		/* At a method's entry: the frame is not there yet, or not yet filled. */
		cfa = w->bp >= w->sp && w->bp - w->sp <= 96 ? (w->bp + 16) | 1 : w->sp + 8;
	} else {
		cfa = find_frame(w, h, &b);
	}
	if (read_user(f, sizeof(f), (void *)((cfa & ~1ULL) - 16)))
		return END_READ_FAULT;
	if (b.name == NAME_INTERPRETER && !in_code_heap(h, f[1]))
		return END_HOTSPOT;
	if (cfa & 1)
		w->bp = f[0];
	w->pc = f[1];
	w->sp = (cfa & ~1ULL) + b.pushed;
	w->exact = 0;
	return w->pc ? END_NONE : END_ZERO_RETURN;
}

INLINE u32 walk_hotspot(struct walk *w)
{
	u32 number = w->row >> 32 & 0x1fff;
	struct hotspot *h = map_lookup(&hotspots, &number);

	if (!h || !h->heap_count)
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
