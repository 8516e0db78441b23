/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/*
 * The walk through frames of HotSpot: address -> segment map -> CodeBlob -> caller's registers.
 * Nothing runs in the JVM; its live code cache is read. Layout facts come from the JVM's own
 * gHotSpotVMStructs (struct hotspot), frame shapes from the code that HotSpot generates for x86-64.
 */
#pragma once
#include "unwind.h"

#define HOTSPOT_FRAMES 16
#define SEARCHED_WORDS 8 /* for a return address */
#define BLOB_HOPS 32     /* in the segment map of a code cache that is long in use; 19 were seen */
#define BLOB_BYTES 112   /* with the block's header of 16 they are two lines of memory */

/* First four letters of a CodeBlob's name. */
#define NAME_INTERPRETER 0x65746e49 /* Inte */
#define NAME_NMETHOD 0x74656d6e     /* nmet */
#define NAME_NATIVE 0x6974616e      /* nati */
#define NAME_STUBS 0x62757453       /* Stub */
#define NAME_ADAPTER 0x2f433249     /* I2C/ */
#define NAME_VTABLE 0x62617476      /* vtab */
#define NAME_METHOD_HANDLES 0x6874654d /* Meth */

struct blob {
	u64 code;
	s32 frame_words;
	u32 frame_complete;
	u32 name;
	u32 pushed; /* bytes that the caller pushed for the call and takes back itself */
	u64 thrower; /* whose frame is still there, where it has jumped and not called */
	u32 exact;  /* of the walk, which only the first frame can be: so the verifier knows it */
};

/* All bits or none. Halves keep every address below 2^63, and the bounds of heaps are even. */
INLINE u64 in_code_heap(const struct hotspot *h, u64 address)
{
	u64 inside = 0;

#pragma unroll
	for (int i = 0; i < CODE_HEAPS; i++)
		inside |= at_most(h->heaps[i].low >> 1, address >> 1) & ~at_most(h->heaps[i].high >> 1, address >> 1);
	return inside;
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
	for (int i = 0; i < BLOB_HOPS; i++) {
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
 * beyond it, the C++ class tells a compiled method, as soon as one was seen: all of them have one name
 * but those that no compiler made, around native methods. The half behind the class says which one did.
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
	if (!(h->mode & HOTSPOT_CLASS_NEAR && name && head.words[0] == h->nmethod_class && head.halves[2])) {
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

INLINE u32 return_to(struct walk *w, u64 pc, u64 sp, u64 bp)
{
	w->pc = pc;
	w->sp = sp;
	w->bp = bp;
	w->exact = 0;
	return pc ? END_NONE : END_ZERO_RETURN;
}

/* All bits if a and b are the same, else none: no branches, as in at_most. */
INLINE u64 same(u64 a, u64 b)
{
	s64 mask = (s64)(((a ^ b) - 1) & ~(a ^ b)) >> 63;

	asm volatile("" : "+r"(mask));
	return mask;
}

/* Code tells how much of a prologue or epilogue has run. */
struct code_bytes {
	u64 far;    /* from 16 bytes before the pc on */
	u64 before; /* from 8 before it on */
	u64 at;
	u64 after;  /* from 8 behind it on */
};

INLINE void read_code(const struct walk *w, struct code_bytes *c)
{
	read_user(c, sizeof(*c), (void *)(w->pc - 16));
}

/* The first three bytes of code; compared as a number, whose lowest byte is the first one. */
INLINE u32 three(u64 code)
{
	return code & 0xffffff;
}

/* mov rbp, rsp. */
INLINE u64 is_move_to_rbp(u64 code)
{
	return same(three(code), 0xec8b48);
}

/*
 * On the way from compiled code to the interpreter and back, and at an interpreted method's entry,
 * r13 is the caller's rsp: arguments and locals lie between it and the return address. That is on
 * top, or in rax while it is moved. What calls a method without an adapter leaves in r13 what it
 * likes, which may be the rsp of a caller further out: then the return address of that lies below it.
 */
INLINE u32 entry_step(struct walk *w, const struct hotspot *h, const struct code_bytes *c, u32 name)
{
	u64 top = 0, sender[2] = {}, sp = w->r13, pc = w->ax;
	int is_entering = w->r13 - w->sp < 0x10000;

	read_user(&top, 8, (void *)w->sp);
	if (is_entering)
		read_user(sender, sizeof(sender), (void *)(w->r13 - 8));
	if (in_code_heap(h, pc) && (follows_call(pc) || !in_code_heap(h, top))) {
		if (same(three(c->at), 0xec8b4c)) /* mov r13, rsp */
			return return_to(w, pc, w->sp, w->bp);
	} else {
		pc = in_code_heap(h, top) ? top : sender[1];
		if (!in_code_heap(h, pc))
			return END_HOTSPOT;
	}
	sp += same(pc, sender[1]) & 8; /* r13 is the rsp before the address was taken, to call libjvm */
	if (!is_entering || (name == NAME_ADAPTER && sender[0] != pc && in_code_heap(h, sender[0])))
		sp = w->sp + 8;
	return return_to(w, pc, sp, w->bp);
}

/*
 * The adapter calls libjvm with all registers saved. What follows the call says how much is taken off
 * until r13 is at rsp+16: perhaps vzeroupper, fxrstor [rsp], add rsp, imm32.
 */
INLINE u32 adapter_step(struct walk *w, const struct hotspot *h)
{
	u64 code[2] = {}, saved = 0, pc = 0, size;

	read_user(code, sizeof(code), (void *)w->pc);
	size = three(code[1]) == 0xc48148 ? code[1] >> 24 & 0xffff : code[1] & 0xffff;
	if (read_user(&saved, 8, (void *)(w->sp + size + 16)) || read_user(&pc, 8, (void *)saved))
		return END_HOTSPOT;
	return in_code_heap(h, pc) ? return_to(w, pc, saved + 8, w->bp) : END_HOTSPOT;
}

/*
 * Where rbp is not yet, or no more, a frame of the method that runs, and no frame that called it:
 * compiled code leaves in rbp what it likes.
 */
INLINE u32 interpreter_edge(struct walk *w, const struct hotspot *h, struct code_bytes *c)
{
	u64 top[4];

	read_code(w, c);
	if (same(c->at & 0xffffffff, 0xc06d8b4c)) /* mov r13, [rbp-64]: called code has returned */
		return END_HOTSPOT;
	if (read_user(top, sizeof(top), (void *)(w->sp - 24)))
		return END_READ_FAULT;
	if (w->r13 - w->sp < 0x10000) {
		if (!(is_move_to_rbp(c->at) & same(c->before >> 56, 0x55)))
			return entry_step(w, h, c, NAME_INTERPRETER);
		read_user(top, 8, (void *)(w->sp + 8)); /* push rbp has run */
		return return_to(w, top[0], w->r13, w->bp);
	}
	/* leave has run; then pop r13, the return address, and mov rsp, rbx */
	if (same(c->before >> 56, 0xc9) | same(c->at & 0xffff, 0x5d41))
		return return_to(w, top[3], top[1], w->bp);
	if (in_code_heap(h, w->r13))
		return return_to(w, w->r13, same(three(c->at), 0xe38b48) ? top[0] : w->sp, w->bp);
	return END_HOTSPOT;
}

/*
 * Interpreter frame: Method* at rbp-24, saved byte code pointer at rbp-64 (stale in the innermost
 * frame, where r13 is it), caller's rsp at rbp-8, and at rbp-16 its own while it calls, of late
 * counted in words from rbp. A Method whose constants cannot be read or that does not contain the byte
 * code pointer is none: then rbp was not the frame's. Native methods have no byte codes and a null
 * pointer to them.
 */
INLINE u32 interpreter_step(struct walk *w, const struct hotspot *h, struct code_bytes *c, int is_innermost)
{
	u64 f[10] = {}, constants = 0, bci, live, last;
	int is_frame = !read_user(f, sizeof(f), (void *)(w->bp - 64)) && !(f[5] >> 47) &&
		       !read_user(&constants, 8, (void *)(f[5] + h->method_const));
	u32 end;

	constants += h->const_method_size;
	live = is_innermost ? w->r13 - constants : -1ULL;
	if (is_innermost && w->bp - w->sp < 24) /* it is being built: the Method* comes next */
		return return_to(w, f[9], w->r13 - w->sp < 0x10000 ? w->r13 : f[7], f[8]);
	if (is_innermost && (!is_frame || live >= 0x10000)) {
		last = f[6] >> 63 ? w->bp + f[6] * 8 : f[6];
		if (last - w->sp > 16 && last != w->r13) {
			end = interpreter_edge(w, h, c);
			/* called by the interpreter: the caller's frame says it all */
			if (!end && w->pc - h->interpreter < h->interpreter_size)
				w->words = 0;
			if (end != END_HOTSPOT)
				return end;
		}
	}
	bci = f[0] - constants;
	if (!f[0])
		bci = 0;
	else if (live < 0x10000)
		bci = live;
	if (!is_frame || bci >= 0x10000) /* libjvm was called while the frame is filled */
		return f[7] - w->bp < 0x100000 && !(f[9] >> 47) ? return_to(w, f[9], f[7], f[8]) : END_HOTSPOT;
	if (w->words)
		w->words--; /* takes the place of the address, which says nothing */
	if (push(w, WORD_INTERPRETED | f[5] >> 3 << 16 | bci))
		return END_TOO_DEEP;
	return return_to(w, f[9], f[7], f[8]);
}

INLINE u64 after_sub_rsp(const struct code_bytes *c)
{
	return same(three(c->before >> 32), 0xec8348) | same(three(c->before >> 8), 0xec8148);
}

/* cmp [r15+x], imm32: the entry barrier, which runs when the frame is complete; then je, call or jne. */
INLINE u64 is_barrier(u64 code)
{
	return same(code & 0x3fffff, 0x3f8141);
}

/* cmp rsp, [r15+x]: the poll before a return. */
INLINE u64 is_return_poll(u64 code)
{
	return same(code & 0x3fffff, 0x273b49);
}

/* mov [r15+x], r10 */
INLINE u64 is_note(u64 code)
{
	return same(three(code), 0x97894d);
}

/* lea r10, [rip+x] */
INLINE u64 is_lea(u64 code)
{
	return same(three(code), 0x158d4c);
}

/*
 * The slow path of the poll before a return notes in the thread where it comes from, and jumps:
 * mov r10, imm64 or lea, mov [r15+x], r10, jmp.
 */
INLINE u64 is_slow_poll(const struct code_bytes *c)
{
	u64 first = (same(c->at & 0xffff, 0xba49) & is_note(c->after >> 16)) |
		    (is_lea(c->at) & is_note(c->at >> 56 | c->after << 8));
	u64 second = is_note(c->at) & (same(c->far >> 48, 0xba49) | is_lea(c->before >> 8));
	u64 third = is_note(c->before >> 8) & (same(c->far & 0xff, 0xba) | is_lea(c->far >> 16));

	return first | second | third;
}

/* The frame was taken down: before ret, before a jump to what unwinds, and in the poll before a return. */
INLINE u64 is_left(const struct code_bytes *c)
{
	u64 is_above = same(c->at & 0xffff, 0x870f) & (is_return_poll(c->before >> 32) | is_return_poll(c->before >> 8));

	return same(c->at & 0xff, 0xc3) | is_return_poll(c->at) | is_above | is_slow_poll(c) |
	       (same(c->at & 0xff, 0xe9) & same(c->before >> 56, 0x5d));
}

/* Behind leave a native method polls (test byte [r15+x], 1) and looks for an exception (cmp [r15+8], 0). */
INLINE u64 is_native_left(const struct code_bytes *c)
{
	u64 left = same(c->at & 0xff, 0xc3) | same(c->before >> 56, 0xc9);

#define NATIVE_POLL(code) same((code) & 0x3fffff, 0x07f641)
#define NATIVE_EXCEPTION(code) same((code) & 0xfffffdff, 0x087f8149)
	left |= NATIVE_POLL(c->at) | NATIVE_POLL(c->before >> 24) | NATIVE_POLL(c->before);
	left |= NATIVE_EXCEPTION(c->at) | NATIVE_EXCEPTION(c->before >> 24) | NATIVE_EXCEPTION(c->before);
	left |= same(c->at & 0xff, 0xe9) & same(c->before >> 56, 0xc3);
	return left;
}

/* Where the CFA lies. Bit 0 of the result: the caller's rbp is at CFA-16 (a CFA is a multiple of 8). */
INLINE u64 prologue_frame(const struct walk *w, const struct code_bytes *c, u64 full)
{
	/* mov [rsp+x], rbp: behind sub rsp, in C2's code without a stack bang */
	u64 is_saving = same(c->at & 0xff3fffff, 0x242c8948), is_built;

	if (is_saving)
		return full;
	if ((is_move_to_rbp(c->at) | same(c->at & 0xfffdff, 0xec8148)) &
	    (same(c->before >> 56, 0x55) | is_move_to_rbp(c->before >> 40)))
		return (w->sp + 16) | 1;
	is_built = after_sub_rsp(c) | is_barrier(c->at) | is_barrier(c->before) | is_barrier(c->far >> 40);
	is_built |= same(c->before >> 24 & 0xffffffff, 0x246c8948) | same(c->before & 0xffffffff, 0x24ac8948);
	is_built |= same(c->at & 0xff, 0xe8) & same(c->before >> 48, 0x0574);
	return is_built ? full | 1 : w->sp + 8;
}

/*
 * What C1 has pushed around a call, which the code behind it takes off: two operands of a slow subtype
 * check, popped into the same register, or two arguments of a barrier, above them perhaps rax: add
 * rsp, 16 and no pop rbp. Where one word is pushed the alignment tells, but not with two.
 */
INLINE u64 pushed_for_call(const struct blob *b, const struct code_bytes *c)
{
	u64 is_call = same(c->at & 0xff, 0xe8) & same(b->exact, 1);
	u64 next = ((c->at >> 40 | c->after << 24) & is_call) | (c->at & ~is_call);
	u64 is_check = same(next & 0xf8, 0x58) & same(next & 0xff, next >> 8 & 0xff);
	u64 is_barrier = same(next & 0xffffffff, 0x10c48348) & ~same(next >> 32 & 0xff, 0x5d);
	u64 pushed;

	is_check |= same(next & 0xf8ff, 0x5841) & same(next & 0xffff, next >> 16 & 0xffff);
	is_check &= same(b->exact, 1); /* else its frame has taken them off */
	pushed = (16 & (is_check | is_barrier)) + (8 & is_barrier & same(next >> 32 & 0xff, 0x58));
	return pushed & (is_call | same(c->before >> 24 & 0xff, 0xe8));
}

INLINE u64 method_frame(const struct walk *w, const struct blob *b, struct code_bytes *c, int is_called_by_stub)
{
	u64 full = (w->sp + (u64)b->frame_words * 8) | 1;
	u64 body = b->name == NAME_NATIVE ? (w->bp + 16) | 1 : full;

	if (!b->frame_words) /* native signature handlers, and what links method handles: leaves */
		return w->sp + 8;
	if (!b->exact && !is_called_by_stub)
		return body;
	read_code(w, c);
	if (b->exact && w->pc - b->code < b->frame_complete)
		return prologue_frame(w, c, full & ~1ULL);
	if (b->exact && (b->name == NAME_NATIVE ? is_native_left(c) : is_left(c)))
		return w->sp + 8;
	if (b->exact && (c->at & 0xff) == 0x5d) /* pop rbp */
		return (w->sp + 16) | 1;
	return body + pushed_for_call(b, c);
}

/* Stubs that keep rbp; around their first and last instruction it is not yet, or no more, theirs. */
INLINE u64 stub_frame(const struct walk *w, const struct blob *b)
{
	u64 code = 0, next;

	if (b->exact) {
		read_user(&code, sizeof(code), (void *)(w->pc - 1));
		next = code >> 8 & 0xff;
		if (same(next, 0x55) | same(next, 0xc3))
			return w->sp + 8;
		if (same(code & 0xffffffff, 0xec8b4855))
			return (w->sp + 16) | 1;
	}
	return (w->bp + 16) | 1;
}

/* Not all routines have a frame, at least not at once: then they were called a little before the pc. */
INLINE u64 routine_frame(const struct walk *w, const struct hotspot *h, const struct blob *b)
{
	u64 top = 0, call = 0, target;

	if (b->exact && !read_user(&top, 8, (void *)w->sp) && in_code_heap(h, top)) {
		read_user(&call, 5, (void *)(top - 5));
		target = top + (s32)(call >> 8);
		if ((call & 0xff) == 0xe8 && w->pc - target < 2048)
			return w->sp + 8;
	}
	return stub_frame(w, b);
}

/*
 * The slow subtype check pushes four registers, then what it likes, and its caller has pushed two
 * words before the call. At the end all four are popped.
 */
INLINE u64 subtype_check_frame(const struct walk *w, struct blob *b)
{
	u64 code = 0;

	b->pushed = 16;
	read_user(&code, 1, (void *)w->pc);
	if (w->pc - b->code < 4 || same(code & 0xf8, 0x58) | same(code, 0xc3))
		return w->sp + 8;
	return w->sp + 32 + 8;
}

/* Stubs of C1 and those that all code shares: most begin with push rbp; mov rbp, rsp. */
INLINE u64 runtime_stub_frame(const struct walk *w, struct blob *b, struct code_bytes *c)
{
	u64 start = w->pc - b->code, depth = w->bp - w->sp, code = 0;
	u32 head = 0;

	read_user(&head, sizeof(head), (void *)b->code);
	if (b->exact) {
		read_user(&code, sizeof(code), (void *)(w->pc - 2));
		if (same(code >> 8 & 0xf8fff8, 0xe0ff58)) /* pop, jmp: to the handler of an exception */
			return w->sp;
		if (same(code >> 8 & 0xffff, 0x59c9)) /* leave, pop rcx */
			return w->sp + 8;
	}
	if (head == 0xef8b4855) /* push rbp; mov rbp, rdi, three more: what asks for the features of the CPU */
		return (w->sp + 40) | 1;
	if ((head & 0xff) == 0x55)
		return stub_frame(w, b);
	if (!b->frame_words)
		return w->sp + 8;
	if ((head & 0xff) == 0x52 && b->exact && !start) /* push rdx: C2 hands an exception over */
		b->thrower = w->dx;
	if (b->frame_words == -1)
		return (head & 0xff) == 0x57 ? subtype_check_frame(w, b) : w->sp + 8;
	if (three(head) == 0xc78b48) /* a finalizer's registration: returns at once where there is none */
		return start < 48 && depth && depth != 128 ? w->sp + 8 : stub_frame(w, b);
	if (!b->exact && depth <= 8) /* of C2: an uncommon trap has put interpreted frames on the stack */
		return (w->bp + 16) | 1;
	b->frame_complete = 8; /* there is no stack bang */
	return method_frame(w, b, c, 0);
}

INLINE u64 find_frame(const struct walk *w, const struct hotspot *h, struct blob *b, struct code_bytes *c,
			      int is_called_by_stub)
{
	if (b->name == NAME_NMETHOD || b->name == NAME_NATIVE)
		return method_frame(w, b, c, is_called_by_stub);
	if (b->name == NAME_STUBS)
		return routine_frame(w, h, b);
	if (b->name == NAME_VTABLE)
		return w->sp + 8;
	return runtime_stub_frame(w, b, c);
}

/*
 * The return address of code that only Java code calls lies in a code heap, 8 below a multiple of 16.
 * Where it is not, words were pushed for a while: the address for a deoptimisation, registers around
 * a barrier of the garbage collector.
 */
INLINE u64 skip_pushed(const struct hotspot *h, const struct blob *b, u64 cfa)
{
	u64 step = b->frame_words ? 16 : 8, slot = cfa & ~1ULL, found = cfa, left = -1ULL;

	if (b->frame_words)
		slot = ((slot + 15) & ~15ULL) - 8;
#pragma clang loop unroll(disable)
	for (int i = 0; i < SEARCHED_WORDS; i++) {
		u64 word = 0, inside;

		read_user(&word, 8, (void *)slot);
		inside = in_code_heap(h, word) & left;
		slot += step;
		left &= ~inside;
		found = (found & ~inside) | (((slot - step + 8) | (cfa & 1)) & inside);
	}
	return found;
}

/* An interpreted method that was left for an exception has pushed where to go on with it, and calls. */
INLINE u32 unwinding_step(struct walk *w, const struct hotspot *h)
{
	u64 top[2] = {};

	read_user(top, sizeof(top), (void *)w->sp);
	if (in_code_heap(h, top[0]))
		return return_to(w, top[0], w->sp + 16, w->bp);
	return in_code_heap(h, top[1]) ? return_to(w, top[1], w->sp + 24, w->bp) : END_HOTSPOT;
}

/* One frame outwards; the first two may have words pushed, the second one if a stub is the first. */
INLINE u32 hotspot_step(struct walk *w, struct hotspot *h, int frame, int *is_after_stub)
{
	u32 exact = frame ? 0 : w->exact, end;
	u64 address = w->pc - !exact, cfa, f[2];
	struct code_bytes c = {};
	struct blob b = { .exact = exact };
	int is_innermost = exact && w->words == 1;
	int may_be_pushed = !frame || (frame == 1 && *is_after_stub);

	end = read_blob_of(h, address, &b);
	if (end)
		return end;
	if (!frame)
		*is_after_stub = b.name != NAME_NMETHOD && b.name != NAME_INTERPRETER;
	if (b.name == NAME_INTERPRETER) {
		end = interpreter_step(w, h, &c, is_innermost);
		return end == END_HOTSPOT && !frame && !exact ? unwinding_step(w, h) : end;
	}
	if (is_innermost && (b.name == NAME_ADAPTER || b.name == NAME_METHOD_HANDLES)) {
		read_code(w, &c);
		return entry_step(w, h, &c, b.name);
	}
	if (b.name == NAME_ADAPTER && !frame && !exact)
		return adapter_step(w, h);
	cfa = find_frame(w, h, &b, &c, may_be_pushed);
	if (b.thrower)
		return return_to(w, b.thrower, w->sp, w->bp);
	if (read_user(f, sizeof(f), (void *)((cfa & ~1ULL) - 16)))
		return END_READ_FAULT;
	if (may_be_pushed && b.name != NAME_STUBS && (b.frame_words || b.name == NAME_NATIVE) &&
	    !in_code_heap(h, f[1])) {
		cfa = skip_pushed(h, &b, cfa);
		if (read_user(f, sizeof(f), (void *)((cfa & ~1ULL) - 16)))
			return END_READ_FAULT;
	}
	if (!~f[1]) { /* the entry barrier of methods pushes that first */
		read_user(f + 1, 8, (void *)(cfa & ~1ULL));
		b.pushed = 8;
	}
	return return_to(w, f[1], (cfa & ~1ULL) + b.pushed, cfa & 1 ? f[0] : w->bp);
}

INLINE u32 walk_hotspot(struct walk *w)
{
	u32 number = w->row >> 32 & 0x1fff;
	struct hotspot *h = map_lookup(&hotspots, &number);
	int is_after_stub = 0;

	if (!h || !h->heap_count)
		return END_HOTSPOT;
	for (int i = 0; i < HOTSPOT_FRAMES; i++) {
		u32 end = hotspot_step(w, h, i, &is_after_stub);

		if (end)
			return end;
		if (push_address(w))
			return END_TOO_DEEP;
	}
	return SWITCH_HOTSPOT;
}
