// Command otlp19 writes requests of OTLP 1.9 as the Collector's own messages of that level do.
package main

import (
	"plumbline.dev/it/peers/levels/otlp19/encoder"
	"plumbline.dev/it/peers/levels/shape"
)

func main() {
	shape.Main(encoder.Encode)
}
