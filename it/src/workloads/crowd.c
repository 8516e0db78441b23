/*
 * crowd PROCESSES FILE...: maps the files as code without running it, then goes on as so many
 * processes, each of which works for a fifth of a millisecond five times a second.
 */
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static volatile unsigned long count;

int main(int n, char **arguments)
{
	struct timespec pause = {.tv_nsec = 200000000};
	struct stat s;

	for (int i = 2; i < n; i++) {
		int file = open(arguments[i], O_RDONLY);

		if (file >= 0 && !fstat(file, &s))
			mmap(0, s.st_size, PROT_READ | PROT_EXEC, MAP_PRIVATE, file, 0);
		close(file);
	}
	for (int i = atoi(arguments[1]); i > 1; i--)
		if (!fork())
			break;
	for (;;) {
		for (int i = 0; i < 100000; i++)
			count++;
		nanosleep(&pause, 0);
	}
}
