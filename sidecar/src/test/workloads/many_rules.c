/* Waits; brings 36,000 rules for the walk of its stack, each of a function that is never called. */
#include <unistd.h>

__asm__(".text\n"
	".rept 12000\n"
	".p2align 4\n"
	".cfi_startproc\n"
	".fill 8, 1, 0x90\n"
	".cfi_adjust_cfa_offset 16\n"
	".fill 7, 1, 0x90\n"
	".cfi_adjust_cfa_offset -16\n"
	"ret\n"
	".cfi_endproc\n"
	".endr\n");

int main(void)
{
	for (;;)
		pause();
}
