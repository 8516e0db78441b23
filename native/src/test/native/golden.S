/*
 * A program with a known call chain through every kind of unwinding row. Rows stand in the code as
 * symbols: NAME$kind$cfa$bp, where cfa is the offset in bytes and rbp is saved bp bytes below the CFA (0: not).
 *
 *   _start; chain; framed; realigned; slot                          rsp, rbp, realigned, plt rows
 *   _start; chain; framed; realigned; bare                          a leaf without any rule
 *   _start; chain; framed; realigned; victim; restorer; handler; kept; spin
 *                                                                   a signal, frame pointers without rules
 */
	.text
	.globl _start

	.macro row name kind cfa bp
	.globl \name\()$\()\kind\()$\()\cfa\()$\()\bp
\name\()$\()\kind\()$\()\cfa\()$\()\bp:
	.endm

	.macro begin name
	.globl \name
	.type \name, @function
\name:
	.endm

	.macro finish name
	.size \name, . - \name
	.endm

begin _start
row a root 0 0
	xor %ebp, %ebp
	lea action(%rip), %rsi          /* rt_sigaction(SIGUSR1, &action, 0, 8) */
	mov $13, %eax
	mov $10, %edi
	xor %edx, %edx
	mov $8, %r10d
	syscall
#ifdef FORK
	/* for ever: fork a child that works for 50 ms or so, wait for it */
1:	mov $57, %eax
	syscall
	test %eax, %eax
	jz child
	mov $61, %eax                   /* wait4(-1, 0, 0, 0) */
	mov $-1, %rdi
	xor %esi, %esi
	xor %edx, %edx
	xor %r10d, %r10d
	syscall
	jmp 1b
child:	mov $3000000, %edx
	call slot
	call bare
	mov $60, %eax
	xor %edi, %edi
	syscall
#endif
	call chain
	hlt
finish _start

begin chain
row b sp 8 0
	sub $24, %rsp
row c sp 32 0
1:	call framed
	jmp 1b
finish chain

begin framed
row d sp 8 0
	push %rbp
row e sp 16 16
	mov %rsp, %rbp
row f bp 16 16
	sub $48, %rsp
	call realigned
	leave
row g sp 8 0
	ret
finish framed

begin realigned
row h sp 8 0
	lea 8(%rsp), %r10
	and $-64, %rsp
	/* the CFA is r10 here, which rows cannot say: the code up to the next row runs in no time */
row i stop 7 0
	push -8(%r10)
	push %rbp
	mov %rsp, %rbp
	push %r10
row j realigned 8 0
	sub $8, %rsp
	mov $3000000, %edx
	call slot
	call bare
	call victim
	pop %rcx
	pop %r10
	pop %rbp
row k stop 7 0
	lea -8(%r10), %rsp
row l sp 8 0
	ret
finish realigned

	.p2align 4
begin slot
row m plt 0 0
	mov $3000000, %ecx              /* 0-4 */
	.byte 0xe2, 0xfe                /* 5-6: loop to itself */
	mov %edx, %ecx                  /* 7-8 */
	.byte 0xff, 0xf1                /* 9-10: push rcx in two bytes */
	.byte 0xe2, 0xfe                /* 11-12: loop to itself */
	pop %rcx                        /* 13 */
	ret                             /* 14 */
finish slot

	.p2align 4
begin bare
row n guess 0 0
	mov $6000000, %ecx
1:	dec %ecx
	jnz 1b
	ret
finish bare

	.p2align 4
begin victim
row o sp 8 0
	sub $40, %rsp
row p sp 48 0
	mov $39, %eax                   /* kill(getpid(), SIGUSR1) */
	syscall
	mov %eax, %edi
	mov $10, %esi
	mov $62, %eax
	syscall
	add $40, %rsp
row q sp 8 0
	ret
finish victim

	.p2align 4
begin restorer
row r signal 0 0
	nop                             /* return addresses are looked up one byte before, as in libc */
restored:
	mov $15, %eax                   /* rt_sigreturn */
	syscall
finish restorer

	.p2align 4
begin handler
row s sp 8 0
	sub $8, %rsp
row t sp 16 0
	call kept
	add $8, %rsp
row u sp 8 0
	ret
finish handler

	.p2align 4
begin kept
row v guess 0 0
	push %rbp
	mov %rsp, %rbp
	sub $32, %rsp
	call spin
	leave
	ret
finish kept

	.p2align 4
begin spin
row w sp 8 0
	mov $6000000, %ecx
1:	dec %ecx
	jnz 1b
	ret
finish spin
row x stop 5 0

	.data
	.p2align 3
action:
	.quad handler
	.quad 0x04000000                /* SA_RESTORER */
	.quad restored
	.quad 0
