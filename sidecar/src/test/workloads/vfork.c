/* Starts children all the time, as shells do: vfork keeps its return address in a register. */
#include <sys/wait.h>
#include <unistd.h>

__attribute__((noinline)) void starter(void)
{
	pid_t child = vfork();

	if (!child)
		_exit(0);
	waitpid(child, 0, 0);
}

int main(void)
{
	for (;;)
		starter();
}
