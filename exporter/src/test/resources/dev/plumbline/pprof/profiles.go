// Writes one profile of each kind of Go's runtime into the directory that it is given.
package main

import (
	"context"
	"log"
	"os"
	"path/filepath"
	"runtime"
	"runtime/pprof"
	"strconv"
	"sync"
	"time"
)

var kept [][]byte

func burn(until time.Time) (sum int) {
	for time.Now().Before(until) {
		for i := 0; i < 10_000; i++ {
			sum += i * i
		}
	}
	return sum
}

func allocate() {
	for i := 0; i < 2_000; i++ {
		kept = append(kept, make([]byte, 4096+i))
	}
}

func contend(lock *sync.Mutex, done *sync.WaitGroup) {
	defer done.Done()
	for i := 0; i < 20; i++ {
		lock.Lock()
		time.Sleep(time.Millisecond)
		lock.Unlock()
	}
}

func main() {
	directory := os.Args[1]
	runtime.MemProfileRate = 4096
	runtime.SetBlockProfileRate(1)
	runtime.SetMutexProfileFraction(1)
	cpu, err := os.Create(filepath.Join(directory, "cpu.pb.gz"))
	if err != nil {
		log.Fatal(err)
	}
	if err := pprof.StartCPUProfile(cpu); err != nil {
		log.Fatal(err)
	}
	for worker := 0; worker < 3; worker++ {
		labels := pprof.Labels("worker", strconv.Itoa(worker), "route", "/items")
		pprof.Do(context.Background(), labels, func(context.Context) {
			burn(time.Now().Add(150 * time.Millisecond))
		})
	}
	pprof.StopCPUProfile()
	if err := cpu.Close(); err != nil {
		log.Fatal(err)
	}
	allocate()
	var lock sync.Mutex
	var done sync.WaitGroup
	done.Add(3)
	for i := 0; i < 3; i++ {
		go contend(&lock, &done)
	}
	done.Wait()
	for _, name := range []string{"heap", "allocs", "block", "mutex", "goroutine", "threadcreate"} {
		file, err := os.Create(filepath.Join(directory, name+".pb.gz"))
		if err != nil {
			log.Fatal(err)
		}
		if err := pprof.Lookup(name).WriteTo(file, 0); err != nil {
			log.Fatal(err)
		}
		if err := file.Close(); err != nil {
			log.Fatal(err)
		}
	}
}
