/*
 * A busy chain main > outer > middle > leaf in a process that is odd: with many threads that sleep,
 * many mappings that hold no file, many children that sleep, or a thread's name of any bytes; in the
 * handler of a signal; or in a second thread, when the first one has ended.
 *
 *   odd threads|mappings|children COUNT
 *   odd named|signalled|leaderless NAME
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

static void begin(void)
{
	puts("ready");
	fflush(stdout);
	for (;;)
		outer();
}

KEPT static void handler(int number)
{
	begin();
	count += number;
}

static void *second(void *name)
{
	/* Whoever waits for us can look for the end of the first thread now. */
	char leader[64], state[256];
	FILE *file;

	prctl(PR_SET_NAME, name, 0, 0, 0);
	snprintf(leader, sizeof(leader), "/proc/%d/stat", getpid());
	do {
		file = fopen(leader, "r");
		if (!file || !fgets(state, sizeof(state), file))
			exit(3);
		fclose(file);
	} while (!strstr(state, ") Z "));
	begin();
	return name;
}

int main(int arguments, char **argument)
{
	pthread_t thread;

	if (arguments < 3)
		return 2;
	if (!strcmp(argument[1], "threads"))
		start_threads(atol(argument[2]));
	else if (!strcmp(argument[1], "mappings"))
		map_much(atol(argument[2]));
	else if (!strcmp(argument[1], "children"))
		start_children(atol(argument[2]));
	else if (!strcmp(argument[1], "leaderless")) {
		if (pthread_create(&thread, NULL, second, argument[2]))
			exit(3);
		pthread_exit(NULL);
	} else
		prctl(PR_SET_NAME, argument[2], 0, 0, 0);
	if (!strcmp(argument[1], "signalled")) {
		signal(SIGUSR1, handler);
		raise(SIGUSR1);
	}
	begin();
}
