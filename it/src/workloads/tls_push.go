// Pushes a pprof file over TLS and prints the answer's status: tls_push URL FILE CA
package main

import (
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"net/http"
	"os"
)

func main() {
	ca, err := os.ReadFile(os.Args[3])
	if err != nil {
		panic(err)
	}
	file, err := os.Open(os.Args[2])
	if err != nil {
		panic(err)
	}
	trusted := x509.NewCertPool()
	trusted.AppendCertsFromPEM(ca)
	client := &http.Client{
		Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: trusted}},
	}
	answer, err := client.Post(os.Args[1], "application/octet-stream", file)
	if err != nil {
		panic(err)
	}
	fmt.Println(answer.Status)
}
