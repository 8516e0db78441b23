/* main > outer > inner and, on a second thread, worker > step, both through a C library without tables. */
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define KEEP __attribute__((noinline))

volatile unsigned long sink;
static int null;

static KEEP int descending(const void *a, const void *b)
{
	return *(const int *)b - *(const int *)a;
}

static KEEP void load(int round)
{
	int numbers[512];
	char text[128];
	char *block = malloc(100 + round % 4000);

	memset(block, round, 100);
	for (int i = 0; i < 512; i++)
		numbers[i] = (int)(i * 2654435761u >> 8) % 5000;
	qsort(numbers, 512, sizeof(int), descending);
	for (int i = 0; i < 20; i++) {
		snprintf(text, sizeof(text), "%d %.17g %s", i, i / 3.0, "word");
		sink += strtod(text, NULL) + strlen(text);
		write(null, text, sizeof(text));
	}
	sink += block[0] + numbers[7];
	free(block);
	sink++;
}

static KEEP void step(int round)
{
	load(round);
	sink += 2;
}

static void *worker(void *unused)
{
	for (int round = 0;; round++) {
		step(round);
		sink++;
	}
	return unused;
}

static KEEP void inner(int round)
{
	load(round);
	sink++;
}

static KEEP void outer(int round)
{
	inner(round);
	sink++;
}

int main(void)
{
	pthread_t thread;

	null = open("/dev/null", O_WRONLY);
	pthread_create(&thread, NULL, worker, NULL);
	for (int round = 0;; round++)
		outer(round);
}
