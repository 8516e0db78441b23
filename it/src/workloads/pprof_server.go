// A Go service with the usual pprof handlers, which works and allocates: pprof_server [ADDRESS]. It
// says its address in its first line, and ends with its standard input.
package main

import (
	"fmt"
	"io"
	"net"
	"net/http"
	_ "net/http/pprof"
	"os"
	"runtime"
)

//go:noinline
func spin() int {
	sum := 0
	for i := 0; i < 50_000_000; i++ {
		sum += i * i
	}
	return sum
}

//go:noinline
func keep() [][]byte {
	kept := make([][]byte, 0, 64)
	for i := 0; i < 64; i++ {
		kept = append(kept, make([]byte, 1<<20))
	}
	return kept
}

func main() {
	address := "127.0.0.1:0"
	if len(os.Args) > 1 {
		address = os.Args[1]
	}
	listener, err := net.Listen("tcp", address)
	if err != nil {
		panic(err)
	}
	kept := keep()
	go func() {
		total := 0
		for {
			total += spin()
			runtime.Gosched()
			if total == 1 {
				fmt.Println(total)
			}
		}
	}()
	go func() { panic(http.Serve(listener, nil)) }()
	fmt.Println("http://" + listener.Addr().String())
	io.Copy(io.Discard, os.Stdin)
	runtime.KeepAlive(kept)
}
