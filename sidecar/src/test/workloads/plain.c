/* Spins for the given milliseconds, or for ever. */
#include <stdlib.h>
#include <time.h>

#define KEEP __attribute__((noinline))

volatile unsigned long sink;

KEEP void turn(void)
{
	for (int i = 0; i < 100000; i++)
		sink += i;
}

KEEP void whirl(long milliseconds)
{
	struct timespec now;
	clock_t end = clock() + milliseconds * (CLOCKS_PER_SEC / 1000);

	do {
		turn();
		clock_gettime(CLOCK_MONOTONIC, &now);
	} while (!milliseconds || clock() < end);
	sink++;
}

int main(int count, char **arguments)
{
	whirl(count > 1 ? atol(arguments[1]) : 0);
	return 0;
}
