/* Spends its time in main > outer > middle > leaf, and with an argument sleeps there instead. */
#include <unistd.h>

#define KEPT __attribute__((noinline, noclone))

static volatile unsigned long count;

KEPT void leaf(int naps)
{
	if (naps)
		usleep(1000);
	else
		for (int i = 0; i < 1000000; i++)
			count++;
	count++;
}

KEPT void middle(int naps)
{
	leaf(naps);
	count++;
}

KEPT void outer(int naps)
{
	middle(naps);
	count++;
}

int main(int arguments, char **argument)
{
	(void)argument;
	for (;;)
		outer(arguments > 1);
}
