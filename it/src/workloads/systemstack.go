// Asks for its own callers, on the system stack, while another goroutine keeps the collector busy;
// and writes its own CPU profile: systemstack FILE SECONDS.
package main

import (
	"os"
	"runtime"
	"runtime/pprof"
	"strconv"
	"time"
)

var sink []byte

func main() {
	seconds, err := strconv.Atoi(os.Args[2])
	if err != nil {
		panic(err)
	}
	file, err := os.Create(os.Args[1])
	if err != nil {
		panic(err)
	}
	go allocate()
	if err := pprof.StartCPUProfile(file); err != nil {
		panic(err)
	}
	var callers [32]uintptr
	for end := time.Now().Add(time.Duration(seconds) * time.Second); time.Now().Before(end); {
		for i := 0; i < 1000; i++ {
			runtime.Callers(0, callers[:])
		}
	}
	pprof.StopCPUProfile()
	file.Close()
}

func allocate() {
	for {
		sink = make([]byte, 1<<10)
	}
}
