/* A server that forks children without exec; each spins for 40 ms. */
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define KEEP __attribute__((noinline))

volatile unsigned long sink;

KEEP void serve(void)
{
	clock_t end = clock() + 40 * (CLOCKS_PER_SEC / 1000);

	while (clock() < end)
		for (int i = 0; i < 50000; i++)
			sink += i;
}

KEEP void child(void)
{
	serve();
	sink++;
}

int main(void)
{
	for (;;) {
		pid_t pid = fork();

		if (!pid) {
			child();
			_exit(0);
		}
		waitpid(pid, 0, 0);
	}
}
