package main

import (
	"runtime"
	"sort"
)

var sink int

//go:noinline
func spin(n int) int {
	s := n
	for i := 0; i < n; i++ {
		s = s*31 + (i ^ s>>7)
	}
	return s
}

//go:noinline
func inner(round int) {
	values := make([]int, 2000)
	for i := range values {
		values[i] = (i*2654435761 + round) & 0xffff
	}
	sort.Ints(values)
	sink += spin(20000) + values[0]
}

//go:noinline
func callers() {
	var pcs [32]uintptr
	for i := 0; i < 200; i++ {
		sink += runtime.Callers(0, pcs[:])
	}
}

//go:noinline
func outer(round int) {
	inner(round)
	callers()
}

func main() {
	for round := 0; ; round++ {
		outer(round)
	}
}
