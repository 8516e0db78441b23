/* Spends its time in leaf, below main and 2,000 calls of descend: deeper than stacks are kept. */
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
	if (depth == 0)
		for (;;)
			leaf();
	descend(depth - 1);
	count++;
}

int main(void)
{
	descend(2000);
}
