// Package encoder writes requests as the Collector's messages do whose version the program that is
// built takes: with that of this module they are of OTLP 1.9, with newer ones of 1.10.
package encoder

import (
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/pprofile"
	"go.opentelemetry.io/collector/pdata/pprofile/pprofileotlp"
	"plumbline.dev/it/peers/levels/shape"
)

// Encode gives the protobuf and the JSON of a request.
func Encode(q shape.Request) ([]byte, []byte, error) {
	all := pprofile.NewProfiles()
	dictionary(q, all.Dictionary())
	resource := all.ResourceProfiles().AppendEmpty()
	resource.Resource().Attributes().PutStr("service.name", "levels")
	scope := resource.ScopeProfiles().AppendEmpty()
	scope.Scope().SetName("levels")
	for _, p := range q.Profiles {
		profile(p, scope.Profiles().AppendEmpty())
	}
	request := pprofileotlp.NewExportRequestFromProfiles(all)
	protobuf, err := request.MarshalProto()
	if err != nil {
		return nil, nil, err
	}
	json, err := request.MarshalJSON()
	return protobuf, json, err
}

func dictionary(q shape.Request, d pprofile.ProfilesDictionary) {
	d.StringTable().FromRaw(q.Strings)
	d.MappingTable().AppendEmpty()
	for i, name := range q.Functions {
		f := d.FunctionTable().AppendEmpty()
		f.SetNameStrindex(name)
		l := d.LocationTable().AppendEmpty()
		if i > 0 {
			line := l.Lines().AppendEmpty()
			line.SetFunctionIndex(int32(i))
			line.SetLine(int64(i))
			l.AttributeIndices().FromRaw([]int32{1})
		}
	}
	for _, a := range q.Attributes {
		e := d.AttributeTable().AppendEmpty()
		e.SetKeyStrindex(a.Key)
		if a.Key != 0 {
			e.Value().SetStr(a.Value)
		}
	}
	for _, stack := range q.Stacks {
		d.StackTable().AppendEmpty().LocationIndices().FromRaw(stack)
	}
	for _, l := range q.Links {
		e := d.LinkTable().AppendEmpty()
		e.SetTraceID(pcommon.TraceID(l.Trace))
		e.SetSpanID(pcommon.SpanID(l.Span))
	}
}

func profile(p shape.Profile, out pprofile.Profile) {
	out.SampleType().SetTypeStrindex(shape.Samples)
	out.SampleType().SetUnitStrindex(shape.Count)
	out.PeriodType().SetTypeStrindex(shape.CPU)
	out.PeriodType().SetUnitStrindex(shape.Nanoseconds)
	out.SetPeriod(10_000_000)
	out.SetTime(shape.Start)
	out.SetDurationNano(shape.Duration)
	if p.HasID {
		out.SetProfileID(pprofile.ProfileID(p.ID))
	}
	if p.Payload != nil {
		out.SetOriginalPayloadFormat("pprof")
		out.OriginalPayload().FromRaw(p.Payload)
	}
	for _, s := range p.Samples {
		e := out.Samples().AppendEmpty()
		e.SetStackIndex(s.Stack)
		e.Values().FromRaw(s.Values)
		e.AttributeIndices().FromRaw(s.Attributes)
		e.SetLinkIndex(s.Link)
		e.TimestampsUnixNano().FromRaw(s.Timestamps)
	}
}
