// Goroutines whose stacks grow again and again: the runtime copies them on the system stack.
package main

import "runtime"

var sink int

//go:noinline
func deep(n int) int {
	var frame [128]int
	if n > 0 {
		frame[n%128] = deep(n - 1)
	}
	return frame[n%128] + n
}

//go:noinline
func grow(done chan int) {
	done <- deep(200)
}

func main() {
	done := make(chan int)
	for {
		for i := 0; i < 4; i++ {
			go grow(done)
		}
		for i := 0; i < 4; i++ {
			sink += <-done
		}
		runtime.Gosched()
	}
}
