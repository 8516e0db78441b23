package main

import (
	"cmp"
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"go.opentelemetry.io/collector/pdata/pprofile"
	"go.opentelemetry.io/collector/pdata/pprofile/pprofileotlp"
)

// inspect prints what OTLP requests hold: per process and profile type the samples, the frames at the
// root and the leaf, the frame types, and how many samples (and what value) hold a frame whose name contains
// -frame. Roots, leaves and types count samples by value where they have one, else by timestamps.
func inspect(args []string) error {
	fs := flag.NewFlagSet("inspect", flag.ExitOnError)
	by := fs.String("by", "process.executable.name", "attribute to group by (sample or resource)")
	frame := fs.String("frame", "", "count stacks with this in a frame's name")
	top := fs.Int("top", 4, "entries of each list")
	resources := fs.Bool("resources", false, "first print each resource's attributes, one line each")
	fs.Parse(args)
	type group struct {
		samples, matched  int
		value, hitValue   int64
		roots, leaves, ft map[string]int
		depth, weight     int
	}
	groups := map[string]*group{}
	seen := map[string]bool{}
	for _, path := range fs.Args() {
		raw, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		req := pprofileotlp.NewExportRequest()
		if err := req.UnmarshalProto(raw); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		ps := req.Profiles()
		dic := ps.Dictionary()
		str := func(i int32) string { return dic.StringTable().At(int(i)) }
		attr := func(idx interface {
			Len() int
			At(int) int32
		}, key string) string {
			for i := 0; i < idx.Len(); i++ {
				a := dic.AttributeTable().At(int(idx.At(i)))
				if str(a.KeyStrindex()) == key {
					return a.Value().AsString()
				}
			}
			return ""
		}
		name := func(l pprofile.Location, i int) string {
			if l.Lines().Len() == 0 {
				m := dic.MappingTable().At(int(l.MappingIndex()))
				return "[" + str(m.FilenameStrindex()) + "]"
			}
			return str(dic.FunctionTable().At(int(l.Lines().At(i).FunctionIndex())).NameStrindex())
		}
		for _, rp := range ps.ResourceProfiles().All() {
			if *resources {
				for k, v := range rp.Resource().Attributes().All() {
					seen[fmt.Sprintf("resource %s=%s", k, v.AsString())] = true
				}
			}
			res := ""
			if v, ok := rp.Resource().Attributes().Get(*by); ok {
				res = v.AsString()
			}
			for _, sp := range rp.ScopeProfiles().All() {
				for _, p := range sp.Profiles().All() {
					kind := str(p.SampleType().TypeStrindex()) + "/" + str(p.SampleType().UnitStrindex())
					for _, s := range p.Samples().All() {
						g := res
						if v := attr(s.AttributeIndices(), *by); v != "" {
							g = v
						}
						key := g + " " + kind
						if groups[key] == nil {
							groups[key] = &group{roots: map[string]int{}, leaves: map[string]int{}, ft: map[string]int{}}
						}
						e := groups[key]
						n := max(s.TimestampsUnixNano().Len(), 1)
						e.samples += n
						weight := int64(0)
						for _, v := range s.Values().All() {
							weight += v
						}
						e.value += weight
						w := n
						if weight > 0 {
							w = int(weight)
						}
						st := dic.StackTable().At(int(s.StackIndex())).LocationIndices()
						if st.Len() == 0 {
							e.roots["(empty)"] += w
							continue
						}
						e.depth += st.Len() * w
						e.weight += w
						hit := false
						for i := 0; i < st.Len(); i++ {
							l := dic.LocationTable().At(int(st.At(i)))
							e.ft[attr(l.AttributeIndices(), "profile.frame.type")] += w
							for k := range max(l.Lines().Len(), 1) {
								if *frame != "" && strings.Contains(name(l, k), *frame) {
									hit = true
								}
							}
						}
						if hit {
							e.matched += n
							e.hitValue += weight
						}
						first, last := dic.LocationTable().At(int(st.At(0))), dic.LocationTable().At(int(st.At(st.Len()-1)))
						e.leaves[name(first, 0)] += w
						e.roots[name(last, max(last.Lines().Len()-1, 0))] += w
					}
				}
			}
		}
	}
	for _, line := range slices.Sorted(maps.Keys(seen)) {
		fmt.Println(line)
	}
	list := func(m map[string]int) string {
		keys := slices.SortedFunc(maps.Keys(m), func(a, b string) int { return cmp.Compare(m[b], m[a]) })
		var b strings.Builder
		for _, k := range keys[:min(*top, len(keys))] {
			fmt.Fprintf(&b, " %s=%d", k, m[k])
		}
		return b.String()
	}
	for _, key := range slices.Sorted(maps.Keys(groups)) {
		g := groups[key]
		fmt.Printf("%s: samples %d value %d mean depth %.1f with %q samples %d value %d\n   roots%s\n   leaves%s\n   types%s\n", key, g.samples, g.value, float64(g.depth)/float64(max(g.weight, 1)), *frame, g.matched, g.hitValue, list(g.roots), list(g.leaves), list(g.ft))
	}
	return nil
}
