// Sends itself signals all the time: the runtime handles each on a stack of its own.
package main

import (
	"os"
	"os/signal"
	"syscall"
)

//go:noinline
func interrupted(pid int) {
	syscall.Kill(pid, syscall.SIGUSR1)
}

func main() {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGUSR1)
	for pid := os.Getpid(); ; {
		interrupted(pid)
	}
}
