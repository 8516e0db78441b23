/*
 * PATH/same_id FIRST SECOND: runs the two programs in turn until it is ended, each for 150 ms and all
 * under one process id, which is given again as soon as the one before has been waited for. Ends with
 * 2 where the kernel does not let it choose one.
 */
#define _GNU_SOURCE
#include <linux/sched.h>
#include <signal.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static pid_t start(pid_t id, char *program)
{
	struct clone_args how = {.exit_signal = SIGCHLD};

	if (id != 0) {
		how.set_tid = (uintptr_t)&id;
		how.set_tid_size = 1;
	}
	pid_t child = syscall(SYS_clone3, &how, sizeof(how));
	if (child == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		execl(program, program, (char *)0);
		_exit(1);
	}
	return child;
}

int main(int count, char **arguments)
{
	pid_t id = 0;

	if (count < 3)
		return 1;
	for (int round = 0;; round++) {
		id = start(id, arguments[1 + round % 2]);
		if (id < 0)
			return 2;
		usleep(150000);
		kill(id, SIGKILL);
		waitpid(id, 0, 0);
	}
}
