/*
 * For a JVM that forks: the child returns 0 and has the time that is left to it, the parent returns
 * when it has ended. What happens in the JVM at that moment may hold the child up for ever.
 */
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

int fork_child(int seconds)
{
	pid_t parent = getpid(), child = fork();

	if (child)
		return waitpid(child, 0, 0);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(0);
	alarm(seconds);
	return 0;
}
