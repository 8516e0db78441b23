/*
 * A busy chain main > outer > middle > leaf in a process that is odd: with many threads that sleep,
 * many mappings that hold no file, many children that sleep, or a thread's name of any bytes.
 *
 *   odd threads|mappings|children COUNT
 *   odd named NAME
 */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

#define KEPT __attribute__((noinline, noclone))

static volatile unsigned long count;

KEPT void leaf(void)
{
	for (int i = 0; i < 1000000; i++)
		count++;
	count++;
}

KEPT void middle(void)
{
	leaf();
	count++;
}

KEPT void outer(void)
{
	middle();
	count++;
}

static void *sleeping(void *nothing)
{
	for (;;)
		pause();
	return nothing;
}

static void start_threads(long many)
{
	pthread_attr_t small;
	pthread_t thread;

	pthread_attr_init(&small);
	pthread_attr_setstacksize(&small, 16 << 10);
	for (long i = 0; i < many; i++)
		if (pthread_create(&thread, &small, sleeping, NULL))
			exit(3);
}

/* Neighbours differ in their rights, so that the kernel cannot make one of them. */
static void map_much(long many)
{
	long page = sysconf(_SC_PAGESIZE);

	for (long i = 0; i < many; i++) {
		int rights = PROT_READ | (i % 2 ? PROT_EXEC : 0);

		if (mmap(NULL, page, rights, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED)
			exit(3);
	}
}

static void start_children(long many)
{
	for (long i = 0; i < many; i++) {
		pid_t child = fork();

		if (child < 0)
			exit(3);
		if (!child) {
			prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
			sleeping(NULL);
		}
	}
}

int main(int arguments, char **argument)
{
	if (arguments < 3)
		return 2;
	if (!strcmp(argument[1], "threads"))
		start_threads(atol(argument[2]));
	else if (!strcmp(argument[1], "mappings"))
		map_much(atol(argument[2]));
	else if (!strcmp(argument[1], "children"))
		start_children(atol(argument[2]));
	else
		prctl(PR_SET_NAME, argument[2], 0, 0, 0);
	puts("ready");
	fflush(stdout);
	for (;;)
		outer();
}
