// Templates, virtual calls, a map with a comparator, and exceptions thrown through frames.
#include <map>
#include <memory>
#include <stdexcept>
#include <string>

struct Shape {
	virtual ~Shape() = default;
	virtual double area(int n) const = 0;
};

struct Disc : Shape {
	__attribute__((noinline)) double area(int n) const override
	{
		double sum = 0;
		for (int i = 1; i < n; i++)
			sum += 1.0 / i / i;
		return sum;
	}
};

__attribute__((noinline)) void fill(std::map<std::string, int> &map)
{
	for (int i = 0; i < 300; i++)
		map[std::to_string(i * 7919 % 1000)]++;
}

__attribute__((noinline)) int thrower(int n)
{
	if (n == 0)
		throw std::runtime_error("bottom");
	return thrower(n - 1) + 1;
}

__attribute__((noinline)) double work(const Shape &shape)
{
	std::map<std::string, int> map;
	fill(map);
	try {
		thrower(8);
	} catch (const std::exception &e) {
		map[e.what()]++;
	}
	return shape.area(20000) + map.size();
}

volatile double sink;

int main()
{
	std::unique_ptr<Shape> shape = std::make_unique<Disc>();
	while (true)
		sink = work(*shape);
}
