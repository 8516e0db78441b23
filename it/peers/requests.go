package main

import (
	"os"

	"plumbline.dev/it/peers/levels/otlp19/encoder"
	"plumbline.dev/it/peers/levels/shape"
)

// requests writes requests of OTLP 1.10, which this program's version of the Collector's messages
// has; the programs of levels do so for older ones.
func requests(args []string) error {
	os.Args = append(os.Args[:1], args...)
	shape.Main(encoder.Encode)
	return nil
}
