/*
 * An unwinder that has found who catches, as GCC writes __builtin_eh_return, with loops between its
 * last instructions: main > catcher > middle > unwinder, and from there to catcher_cold of main.
 */
__asm__(
	".text\n"
	".type unwinder, @function\n"
	"unwinder:\n" /* landing pad, stack pointer and rbp there */
	".cfi_startproc\n"
	"push %rbp\n"
	".cfi_def_cfa_offset 16\n"
	".cfi_offset rbp, -16\n"
	"mov %rsp, %rbp\n"
	".cfi_def_cfa_register rbp\n"
	"push %rax\n"
	".cfi_offset rax, -24\n"
	"lea -8(%rsi), %rcx\n"
	"mov %rdi, (%rcx)\n"
	"mov %rdx, %rbp\n"
	".cfi_restore rbp\n"
	".cfi_def_cfa rcx, 8\n"
	"mov $200000, %eax\n"
	"1: dec %eax\n"
	"jnz 1b\n"
	"mov %rcx, %rsp\n"
	".cfi_def_cfa_register rsp\n"
	"mov $200000, %eax\n"
	"2: dec %eax\n"
	"jnz 2b\n"
	"pop %rcx\n"
	".cfi_def_cfa_offset 0\n"
	".cfi_register rip, rcx\n"
	"mov $200000, %eax\n"
	"3: dec %eax\n"
	"jnz 3b\n"
	"jmp *%rcx\n"
	".cfi_endproc\n"
	".size unwinder, . - unwinder\n"

	".type middle, @function\n"
	"middle:\n"
	".cfi_startproc\n"
	"sub $24, %rsp\n"
	".cfi_def_cfa_offset 32\n"
	"call unwinder\n"
	".cfi_endproc\n"
	".size middle, . - middle\n"

	/* Its landing pad lies behind another function: the address before it is of that one. */
	".type catcher_cold, @function\n"
	"catcher_cold:\n"
	".cfi_startproc\n"
	".cfi_def_cfa rbp, 16\n"
	".cfi_offset rbp, -16\n"
	"pop %rbp\n"
	".cfi_def_cfa rsp, 8\n"
	"ret\n"
	".cfi_endproc\n"
	".size catcher_cold, . - catcher_cold\n"

	".type catcher, @function\n"
	"catcher:\n"
	".cfi_startproc\n"
	"push %rbp\n"
	".cfi_def_cfa_offset 16\n"
	".cfi_offset rbp, -16\n"
	"mov %rsp, %rbp\n"
	".cfi_def_cfa_register rbp\n"
	"lea catcher_cold(%rip), %rdi\n"
	"mov %rsp, %rsi\n"
	"mov %rbp, %rdx\n"
	"call middle\n"
	".cfi_endproc\n"
	".size catcher, . - catcher\n");

void catcher(void);

int main(void)
{
	for (;;)
		catcher();
}
