/*
 * PATH/rewritten MILLISECONDS: spends that time in many functions, so that each of them is a new name
 * to whoever looks.
 */
#include <stdlib.h>
#include <time.h>

#define KEPT __attribute__((noinline, noclone))
#define STEP(n) KEPT void step_##n(void) { for (int i = 0; i < 20000; i++) count += i ^ n; }
#define EIGHT(do, n) do(n##0) do(n##1) do(n##2) do(n##3) do(n##4) do(n##5) do(n##6) do(n##7)
#define ALL(do) EIGHT(do, 1) EIGHT(do, 2) EIGHT(do, 3) EIGHT(do, 4) EIGHT(do, 5) EIGHT(do, 6)
#define CALL(n) step_##n();

static volatile unsigned long count;

ALL(STEP)

int main(int argc, char **argv)
{
	long milliseconds = argc > 1 ? atol(argv[1]) : 100;
	struct timespec t;

	do {
		ALL(CALL)
		clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	} while (t.tv_sec * 1000 + t.tv_nsec / 1000000 < milliseconds);
	return 0;
}
