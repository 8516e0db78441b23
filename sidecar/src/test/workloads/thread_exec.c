/* A thread that is not the leader executes another program, while the leader spins. */
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

volatile unsigned long sink;
static char **next;

static void *replace(void *unused)
{
	usleep(1000 * atoi(next[1]));
	execv(next[2], next + 2);
	_exit(1);
	return unused;
}

int main(int count, char **arguments)
{
	pthread_t thread;

	if (count < 3)
		return 1;
	next = arguments;
	pthread_create(&thread, 0, replace, 0);
	for (;;)
		sink++;
}
