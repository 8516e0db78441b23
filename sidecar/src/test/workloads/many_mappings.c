/* More than 128 executable mappings, and a chain through its own code. */
#include <sys/mman.h>

#define KEEP __attribute__((noinline))

volatile unsigned long sink;

KEEP void inner(void)
{
	for (int i = 0; i < 1000000; i++)
		sink += i;
}

KEEP void outer(void)
{
	inner();
	sink++;
}

int main(void)
{
	for (int i = 0; i < 300; i++)
		mmap((void *)(0x100000000UL + i * 0x2000UL), 4096, PROT_READ | PROT_EXEC,
		     MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
	for (;;)
		outer();
}
