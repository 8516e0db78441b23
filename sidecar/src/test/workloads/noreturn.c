/* A call as the last instruction of a function, and a signal handler that interrupts anything. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>

#define KEEP __attribute__((noinline))

volatile unsigned long sink;

KEEP __attribute__((noreturn)) void spin(volatile char *room)
{
	for (;;)
		sink += room[sink & 63];
}

KEEP __attribute__((noreturn)) void caller(int k)
{
	volatile char room[64];

	room[0] = k;
	spin(room);
}

KEEP unsigned long after(int k)
{
	volatile unsigned long room[40];

	room[k & 31] = k;
	return room[k & 31] + sink;
}

static KEEP void handler(int number)
{
	struct timespec now;
	long end;

	clock_gettime(CLOCK_MONOTONIC, &now);
	end = now.tv_sec * 1000000000L + now.tv_nsec + 5000000L;
	do {
		sink += number;
		clock_gettime(CLOCK_MONOTONIC, &now);
	} while (now.tv_sec * 1000000000L + now.tv_nsec < end);
}

KEEP unsigned long victim(unsigned long n)
{
	return n * 31 + (n >> 3);
}

int main(int count, char **arguments)
{
	struct itimerval every = { { 0, 9000 }, { 0, 9000 } };

	if (count > 1 && !strcmp(arguments[1], "noreturn"))
		caller(count);
	signal(SIGALRM, handler);
	setitimer(ITIMER_REAL, &every, 0);
	for (unsigned long n = 1;; n++)
		sink += victim(n) + (n == 0 ? after(count) : 0);
}
