/* A known chain without frame pointers: main > descend x 6 > flexible > busy > one of the leaves. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define KEEP __attribute__((noinline))

volatile unsigned long sink;
static int numbers[2048];
static char from[1 << 15], to[1 << 15];

static KEEP int ascending(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b;
}

KEEP unsigned long spin(unsigned long n)
{
	unsigned long s = n;

	for (unsigned long i = 0; i < n; i++)
		s = s * 31 + (i ^ s >> 7);
	return s;
}

KEEP void busy(int round)
{
	char text[64];

	sink += spin(20000);
	for (int i = 0; i < 2048; i++)
		numbers[i] = (int)(i * 2654435761u >> 8) % 5000;
	qsort(numbers, 2048, sizeof(int), ascending);
	for (int i = 0; i < 60; i++) {
		memcpy(to, from, sizeof(to));
		snprintf(text, sizeof(text), "%d %f", i, i / 3.0);
		sink += text[0] + to[i];
	}
	sink += round;
}

/* A frame of variable size: its CFA is found by rbp. */
KEEP void flexible(int round)
{
	volatile int room[round % 9 + 1];

	room[0] = round;
	busy(round);
	sink += room[0];
}

KEEP void descend(int depth, int round)
{
	if (depth)
		descend(depth - 1, round);
	else
		flexible(round);
	sink++;
}

int main(void)
{
	for (int round = 0;; round++)
		descend(5, round);
}
