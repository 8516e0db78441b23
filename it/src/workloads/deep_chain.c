/* Spends its time in leaf, below main and calls of descend: as many as the argument says. */
#include <stdlib.h>

#define KEPT __attribute__((noinline, noclone))

static volatile unsigned long count;

KEPT void leaf(void)
{
	for (int i = 0; i < 1000000; i++)
		count++;
	count++;
}

KEPT void descend(int depth)
{
	if (depth == 1)
		for (;;)
			leaf();
	descend(depth - 1);
	count++;
}

int main(int arguments, char **argument)
{
	descend(arguments > 1 ? atoi(argument[1]) : 1);
}
