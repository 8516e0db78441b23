/* A busy thread with a name of its own. */
#include <pthread.h>
#include <sys/prctl.h>
#include <unistd.h>

volatile unsigned long sink;

static void *work(void *unused)
{
	prctl(PR_SET_NAME, "Attach API wait");
	for (;;)
		sink++;
	return unused;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, 0, work, 0);
	for (;;)
		pause();
}
