// Package shape describes random requests of profiles without a word on how they are encoded, so
// that encoders of several levels of OTLP, each in a module of its own, write the same ones.
package shape

import (
	"bufio"
	"encoding/binary"
	"flag"
	"fmt"
	"math/rand"
	"os"
)

// Start is the time of every profile.
const Start = 1_767_225_600_000_000_000

// Duration is the length of every profile.
const Duration = 10_000_000_000

// Words of the types, and their places in Strings.
const (
	Samples = iota + 1
	Count
	CPU
	Nanoseconds
	FrameType
)

// Request is one request: tables whose entry 0 is the empty one, and profiles over them.
type Request struct {
	Strings    []string
	Functions  []int32   // place of each name in Strings; a location for each
	Stacks     [][]int32 // locations, leaf first
	Attributes []Attribute
	Links      []Link
	Profiles   []Profile
}

// Attribute is one of samples, or of frames.
type Attribute struct {
	Key   int32 // place in Strings
	Value string
}

// Link is a trace and a span.
type Link struct {
	Trace [16]byte
	Span  [8]byte
}

// Profile is one of samples/count with the period cpu/nanoseconds.
type Profile struct {
	ID       [16]byte // or none
	HasID    bool
	Comments []int32 // for levels that have them
	Payload  []byte  // or none
	Samples  []Sample
}

// Sample has values, or timestamps, or as many of both.
type Sample struct {
	Stack      int32
	Attributes []int32
	Link       int32
	Values     []int64
	Timestamps []uint64
}

// Of makes a request.
func Of(r *rand.Rand) Request {
	q := Request{Strings: []string{"", "samples", "count", "cpu", "nanoseconds", "profile.frame.type"}}
	q.Functions = []int32{0}
	functions := 2 + r.Intn(20)
	for i := 1; i <= functions; i++ {
		q.Functions = append(q.Functions, int32(len(q.Strings)))
		q.Strings = append(q.Strings, fmt.Sprintf("f%d", i))
	}
	q.Attributes = []Attribute{{}, {FrameType, "native"}}
	for i := r.Intn(5); i > 0; i-- {
		q.Attributes = append(q.Attributes, Attribute{int32(len(q.Strings)), fmt.Sprintf("v%d", i)})
		q.Strings = append(q.Strings, fmt.Sprintf("k%d", i))
	}
	q.Links = []Link{{}}
	for i := r.Intn(3); i > 0; i-- {
		var l Link
		r.Read(l.Trace[:])
		r.Read(l.Span[:])
		l.Trace[0], l.Span[0] = 1, 1
		q.Links = append(q.Links, l)
	}
	q.Stacks = [][]int32{nil}
	for i := 1 + r.Intn(10); i > 0; i-- {
		var s []int32
		for depth := 1 + r.Intn(6); depth > 0; depth-- {
			s = append(s, int32(1+r.Intn(functions)))
		}
		q.Stacks = append(q.Stacks, s)
	}
	for i := 1 + r.Intn(2); i > 0; i-- {
		q.Profiles = append(q.Profiles, q.profile(r))
	}
	return q
}

func (q *Request) profile(r *rand.Rand) Profile {
	var p Profile
	if r.Intn(4) == 0 {
		p.HasID = true
		r.Read(p.ID[:])
		p.ID[0] |= 1
	}
	if r.Intn(6) == 0 {
		p.Comments = []int32{q.Functions[1]}
	}
	if r.Intn(6) == 0 {
		p.Payload = make([]byte, 40)
		r.Read(p.Payload)
	}
	kind := r.Intn(3)
	for i := 1 + r.Intn(30); i > 0; i-- {
		s := Sample{Stack: int32(1 + r.Intn(len(q.Stacks)-1))}
		if len(q.Attributes) > 2 && r.Intn(2) == 0 {
			s.Attributes = []int32{int32(2 + r.Intn(len(q.Attributes)-2))}
		}
		if len(q.Links) > 1 && r.Intn(2) == 0 {
			s.Link = int32(1 + r.Intn(len(q.Links)-1))
		}
		n := 1
		if kind != 0 {
			n += r.Intn(4)
		}
		for ; n > 0; n-- {
			if kind != 1 {
				s.Values = append(s.Values, int64(1+r.Intn(1000)))
			}
			if kind != 0 {
				s.Timestamps = append(s.Timestamps, uint64(Start+1+r.Intn(1_000_000)))
			}
		}
		p.Samples = append(p.Samples, s)
	}
	return p
}

func (s Sample) amount() int64 {
	if len(s.Values) == 0 {
		return int64(len(s.Timestamps))
	}
	sum := int64(0)
	for _, v := range s.Values {
		sum += v
	}
	return sum
}

// Sums are what a reader finds if it understands everything: the amount of all samples; the same
// times the numbers of their functions, each times its depth from 1 on; times the number of their
// attribute; and of those with a link.
func (q Request) Sums() [4]int64 {
	var sums [4]int64
	for _, p := range q.Profiles {
		for _, s := range p.Samples {
			amount := s.amount()
			sums[0] += amount
			for depth, location := range q.Stacks[s.Stack] {
				sums[1] += amount * int64(depth+1) * int64(location)
			}
			for _, a := range s.Attributes {
				var number int64
				fmt.Sscanf(q.Attributes[a].Value, "v%d", &number)
				sums[2] += amount * number
			}
			if s.Link != 0 {
				sums[3] += amount
			}
		}
	}
	return sums
}

// Told says whether levels 1.8 and 1.9 write it differently.
func (q Request) Told() bool {
	for _, p := range q.Profiles {
		if p.HasID || len(p.Comments) > 0 {
			return true
		}
	}
	return false
}

// Main writes -n requests to standard output: for each its sums and whether it is told apart, then
// length and bytes of its protobuf, then of its JSON. Numbers are big-endian.
func Main(encode func(Request) (protobuf, json []byte, err error)) {
	n := flag.Int("n", 200, "requests")
	seed := flag.Int64("seed", 1, "of the random numbers")
	flag.Parse()
	r := rand.New(rand.NewSource(*seed))
	out := bufio.NewWriter(os.Stdout)
	for range *n {
		q := Of(r)
		protobuf, json, err := encode(q)
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		binary.Write(out, binary.BigEndian, q.Sums())
		binary.Write(out, binary.BigEndian, q.Told())
		for _, b := range [][]byte{protobuf, json} {
			binary.Write(out, binary.BigEndian, int32(len(b)))
			out.Write(b)
		}
	}
	if err := out.Flush(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
